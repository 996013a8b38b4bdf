/** Light and dark by the reader's setting, or by the button, which sets data-theme. */
const LIGHT = `
  color-scheme: light;
  --paper: #f4f5f7; --card: #ffffff; --ink: #191c22; --soft: #5d6570; --line: #dfe3e8;
  --stage-top: #fdfdfe; --stage-bottom: #d9dfe7;
  --a: #e0662b; --a-text: #b4480f; --b: #3f73b5; --b-text: #2b5c9c; --hit: #d3123f; --fine: #18794e; --doubt: #8a5a00;
  --robot0: #e9d9a8; --robot1: #b9d9c2; --mover: #c8b6dd; --still0: #aab4bf; --still1: #b7b3a9; --still2: #a3b2b0; --still3: #b3abb8; --tree0: #1f7a4d; --tree1: #7d45b8; --tree2: #5a6b80;`;
const DARK = `
  color-scheme: dark;
  --paper: #121519; --card: #1b1f25; --ink: #e9ecf0; --soft: #9aa4b1; --line: #2d343d;
  --stage-top: #2a313b; --stage-bottom: #14181d;
  --a: #f08147; --a-text: #f79a68; --b: #6c9fdf; --b-text: #8db8ee; --hit: #ff5277; --fine: #54c98e; --doubt: #e7b452;
  --robot0: #d8c792; --robot1: #9cc4a8; --mover: #a893c4; --still0: #76828f; --still1: #85817a; --still2: #6d7f7d; --still3: #807787; --tree0: #6ad3a0; --tree1: #c39bf0; --tree2: #9fb2c8;`;

export const PAGE_STYLE: string = `
:root {${LIGHT}
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) {${DARK} } }
:root[data-theme=dark] {${DARK} }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 20px clamp(14px, 3vw, 32px) 40px; background: var(--paper); color: var(--ink);
  font: 16px/1.5 var(--sans); -webkit-text-size-adjust: 100%; }
h1, h2, p, figure, ul, dl, dd { margin: 0; }
header { margin-bottom: 18px; }
.brand { display: flex; justify-content: space-between; align-items: center; color: var(--soft); font-weight: 600; letter-spacing: .02em; }
.title { margin-top: 10px; color: var(--soft); }
h1 { font-size: clamp(1.7rem, 4.4vw, 2.6rem); line-height: 1.15; letter-spacing: -.02em; font-weight: 700; font-variant-numeric: tabular-nums; }
h1.contact, h1.overlap { color: var(--hit); } h1.free { color: var(--fine); } h1.unresolved { color: var(--doubt); }
.lead { margin-top: 4px; font-size: 1.1rem; }
b.a { color: var(--a-text); } b.b { color: var(--b-text); }
button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 5px 11px; cursor: pointer; }
button:hover { border-color: var(--soft); }
:focus-visible { outline: 2px solid var(--b); outline-offset: 2px; }
#theme { padding: 3px 10px; }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 16px; }
figure, section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
figure, .wide { grid-column: 1 / -1; }
section { padding: 18px 22px 20px; }
h2 { font-size: 1.05rem; margin-bottom: 10px; } h2.next { margin-top: 20px; }
ul { padding-left: 1.1em; } li + li { margin-top: 6px; }

.stage { position: relative; height: clamp(300px, 60vh, 620px); background: linear-gradient(var(--stage-top), var(--stage-bottom)); }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; cursor: grab; touch-action: none; }
canvas:active { cursor: grabbing; }
.legend, .views, .hint { position: absolute; font-size: .875rem; }
.legend, .hint { text-shadow: 0 0 3px var(--card), 0 0 3px var(--card), 0 0 6px var(--card); }
.legend { left: 16px; top: 14px; display: flex; flex-wrap: wrap; gap: 4px 16px; pointer-events: none; max-width: 55%; }
.legend span::before { content: ""; display: inline-block; width: .75em; height: .75em; margin-right: .45em; border-radius: 50%; background: var(--dot, currentColor); }
.legend .a::before { background: var(--a); } .legend .b::before { background: var(--b); } .legend .contact::before { background: var(--hit); }
.legend .tree0::before { background: var(--tree0); } .legend .tree1::before { background: var(--tree1); } .legend .tree2::before { background: var(--tree2); }
.views { right: 14px; top: 12px; display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; max-width: 45%; }
.hint { left: 16px; bottom: 10px; color: var(--soft); pointer-events: none; }
.message { position: absolute; inset: 0; margin: auto; width: min(30rem, 85%); height: fit-content; padding: 16px 20px; text-align: center; background: var(--card);
  border: 1px solid var(--line); border-radius: 10px; }
.message[hidden] { display: none; }
.without-picture .legend, .without-picture .views, .without-picture .hint, .without-picture canvas { display: none; }
.without-picture { height: 180px; }

.controls { display: grid; grid-template-columns: auto minmax(0, 1fr) 12.5rem; gap: 4px 16px; align-items: center; padding: 14px 18px; border-top: 1px solid var(--line); }
#play { width: 46px; height: 46px; border-radius: 50%; font-size: 1.05rem; padding: 0; color: #fff; background: var(--b-text); border: 0; }
:root[data-theme=dark] #play { color: #10141a; }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) #play { color: #10141a; } }
.timeline { min-width: 0; }
.chart { position: relative; padding: 0 8px; }
.chart svg { display: block; width: 100%; height: 58px; overflow: visible; }
.chart p { margin: -2px 0 4px; font-size: .8rem; line-height: 1.2; color: var(--soft); }
.area { fill: color-mix(in srgb, var(--b) 18%, transparent); }
.curve { fill: none; stroke: var(--b); stroke-width: 2; vector-effect: non-scaling-stroke; }
.after { fill: color-mix(in srgb, var(--hit) 10%, transparent); }
.mark, .now { vector-effect: non-scaling-stroke; stroke-width: 2; }
.mark { stroke: var(--hit); } .now { stroke: var(--ink); stroke-width: 1.5; }
input[type=range] { display: block; width: 100%; margin: 4px 0 0; height: 20px; accent-color: var(--b-text); }
output { font-variant-numeric: tabular-nums; line-height: 1.35; }
output b { display: block; font-size: 1.15rem; } output span { display: block; font-size: .875rem; color: var(--soft); }
output .hit { color: var(--hit); }
.switches { grid-column: 2 / -1; display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: .875rem; color: var(--soft); }
.switches label { cursor: pointer; } .switches input { vertical-align: -1px; accent-color: var(--b-text); }


.cell .stage { height: clamp(340px, 56vh, 700px); }
.cell .legend { padding: 3px 11px; border-radius: 8px; background: color-mix(in srgb, var(--card) 80%, transparent); text-shadow: none; } .cell .legend:empty { display: none; }
.tall svg { height: 110px; cursor: crosshair; border-bottom: 1px solid var(--line); touch-action: pan-y; }
.tall > p { margin-bottom: 8px; } .tall i { display: inline-block; width: 1.3em; height: 0; margin: 0 .4em 0 .1em; vertical-align: .28em; border-top: 2px solid var(--b); }
.tall i.proven { border-top: 2px dashed var(--fine); } .tall i.kept { border-top: 2px dotted var(--doubt); }
.tall i.after { height: .8em; border: 0; vertical-align: -.05em; background: color-mix(in srgb, var(--hit) 22%, transparent); }
.cell .after { fill: color-mix(in srgb, var(--hit) 16%, transparent); }
.plot { position: relative; }
.waypoint { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.proven, .kept { vector-effect: non-scaling-stroke; stroke-width: 1.5; stroke: var(--fine); stroke-dasharray: 6 4; } .kept { stroke: var(--doubt); stroke-dasharray: 2 3; }
.tick { position: absolute; left: 2px; transform: translateY(50%); font-size: .72rem; line-height: 1; color: var(--soft); pointer-events: none; font-variant-numeric: tabular-nums;
  padding: 1px 3px; border-radius: 4px; background: color-mix(in srgb, var(--card) 75%, transparent); }
.waypoints { position: relative; height: 1.1rem; margin: 0 8px; font-size: .72rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.waypoints span { position: absolute; transform: translateX(-50%); }
.chart .tip { position: absolute; bottom: 100%; margin: 0 0 6px; padding: 5px 9px; white-space: pre; font-size: .8rem; line-height: 1.35; color: var(--ink); background: var(--card);
  border: 1px solid var(--line); border-radius: 7px; box-shadow: 0 2px 10px rgb(0 0 0 / .16); pointer-events: none; z-index: 2; font-variant-numeric: tabular-nums; }
.chart .tip[hidden] { display: none; }
output .who { overflow-wrap: anywhere; }
b.hit { color: var(--hit); } b.free { color: var(--fine); } b.doubt { color: var(--doubt); }
.show { padding: 0 8px; font-size: .85rem; }
details { margin-top: 8px; } summary { cursor: pointer; color: var(--b-text); font-size: .9rem; }
h3 { font-size: .95rem; margin: 16px 0 6px; }
.note { margin-top: 8px; font-size: .85rem; color: var(--soft); } figure > .note { margin: 0; padding: 0 18px 14px; }

.proof .note { margin-bottom: 10px; } .strips { margin-bottom: 14px; } .strip { display: grid; grid-template-columns: 18rem minmax(0, 1fr); gap: 2px 14px; align-items: center; padding: 2px 0; font-size: .85rem; }
.strip .pair { overflow-wrap: anywhere; line-height: 1.25; } .strip .a { color: var(--a-text); } .strip .b { color: var(--b-text); } .strip small { color: var(--soft); white-space: nowrap; } .strip input { accent-color: var(--b-text); vertical-align: -1px; }
.strip .time { position: relative; display: block; border: 1px solid var(--line); border-radius: 4px; overflow: hidden; } .strip svg { display: block; width: 100%; height: 16px; }
.strip .time::after { content: ""; position: absolute; top: 0; bottom: 0; left: var(--now, 0); width: 1.5px; background: var(--ink); }
.strip rect { stroke: var(--card); stroke-width: 1; vector-effect: non-scaling-stroke; } .w4 { fill: color-mix(in srgb, var(--fine) 22%, var(--card)); } .w3 { fill: color-mix(in srgb, var(--fine) 45%, var(--card)); }
.w2 { fill: color-mix(in srgb, var(--fine) 75%, var(--card)); } .w1 { fill: color-mix(in srgb, var(--doubt) 75%, var(--card)); } .w0 { fill: var(--hit); }

.session .stage { height: clamp(320px, 54vh, 600px); }
.warning { position: absolute; right: 14px; bottom: 12px; min-width: 11.5rem; padding: 8px 14px; border-radius: 10px; color: #fff; background: var(--level); pointer-events: none; line-height: 1.3; }
.warning b, .warning span { display: block; } .warning b { font-size: 1.2rem; font-variant-numeric: tabular-nums; } .warning span { font-size: .85rem; }
.clear { --level: #2f7d57; fill: #2f7d57; } .unknown { --level: #6b6f76; fill: #8a8f98; } .considered { --level: #a06a00; fill: #c98a12; } .reflex { --level: #d05415; fill: #e0662b; } .contact { fill: #d3123f; } .warning.contact { --level: #c5103a; }
.level { white-space: nowrap; } .level::before { content: ""; display: inline-block; width: .75em; height: .75em; margin-right: .5em; border-radius: 3px; background: var(--level); } .level.contact { --level: #d3123f; }
.lanes svg { cursor: crosshair; touch-action: pan-y; }
.chart .lanes p { position: absolute; left: 0; right: 0; margin: 0; display: flex; justify-content: space-between; line-height: 1.1; pointer-events: none; }
.lanes b { font-weight: 500; } .lanes i { display: inline-block; width: 1.3em; margin: 0 .3em 0 .7em; vertical-align: .28em; border-top: 2px solid var(--b); } .lanes i.truth { border-top: 2px dashed var(--soft); }
.truth { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 5 4; vector-effect: non-scaling-stroke; }

.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 14px 6px 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
.paths td { white-space: normal; overflow-wrap: anywhere; vertical-align: top; } .paths td:first-child { overflow-wrap: normal; } .paths td:nth-child(2) { min-width: 9rem; }
.paths .note { margin-top: 2px; } .note.hit { color: var(--hit); } a { color: var(--b-text); }
.contacts td:nth-child(3), .contacts td:nth-child(4), .contacts td:nth-child(n + 6) { white-space: normal; }
th { color: var(--soft); font-weight: 600; } tr:last-child td { border-bottom: 0; }
dl { font-variant-numeric: tabular-nums; font-size: .95rem; }
dl div { display: grid; grid-template-columns: 10.5rem minmax(0, 1fr); gap: 2px 14px; padding: 5px 0; border-bottom: 1px solid var(--line); }
dl div:last-child { border-bottom: 0; }
dt { color: var(--soft); overflow-wrap: anywhere; } dd { overflow-wrap: anywhere; }
.wide dd { font-family: var(--mono); font-size: .85rem; line-height: 1.6; }
footer { margin-top: 20px; font-size: .85rem; color: var(--soft); }
@media (max-width: 760px) {
  main { grid-template-columns: minmax(0, 1fr); }
  .controls { grid-template-columns: auto minmax(0, 1fr); padding: 12px 14px; }
  .timeline { grid-column: 1 / -1; grid-row: 1; }
  .switches { grid-column: 1 / -1; }
  dl div { grid-template-columns: 8.5rem minmax(0, 1fr); }
  .wide dl div { grid-template-columns: minmax(0, 1fr); }
  .strip { grid-template-columns: minmax(0, 1fr); padding: 4px 0; }
  .hint { display: none; } .session .views { top: auto; bottom: 76px; } .world .views { bottom: 10px; }
  .cell .views { top: auto; bottom: 10px; left: 10px; right: 10px; max-width: none; justify-content: center; } .cell .legend { max-width: none; }
  .cell .stage { height: clamp(320px, 54vh, 560px); }
  section { padding: 16px; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  table, tbody, tr, td { display: block; }
  tr { padding: 8px 0; border-bottom: 1px solid var(--line); } tr:last-child { border-bottom: 0; }
  td { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 2px 14px; padding: 2px 0; border: 0; white-space: normal; overflow-wrap: anywhere; }
  td::before { content: attr(data-heading); color: var(--soft); } td[data-heading=""] { font-weight: 600; display: block; }
  .paths td:empty { display: none; }
  .compact thead { position: static; clip-path: none; display: table-header-group; } .compact table { display: table; font-size: .82rem; } .compact tbody { display: table-row-group; }
  .compact tr { display: table-row; } .compact td { display: table-cell; padding: 5px 8px 5px 0; border-bottom: 1px solid var(--line); overflow-wrap: normal; } .compact td::before { content: none; }
  .compact th { padding-right: 8px; white-space: normal; }
  .chart .lanes p { font-size: .7rem; white-space: nowrap; } .lanes i { width: 1em; margin: 0 .25em 0 .5em; }
}
@media print {
  .switches, #play, .views, .hint, #theme, input[type=range], .cell output { display: none; }
  .controls { display: block; } figure:not(.cell) .controls { display: none; }
  body { background: none; max-width: none; padding: 0; } section, figure { break-inside: avoid; }
}
`;
