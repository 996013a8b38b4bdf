// Whether a body stays apart from what stands over an interval of time, or touches it at its end.
// Derivations: docs/notes/gpu.md.

fn cornersAt(triangle: u32, pose: Pose, out: ptr<function, array<vec3f, 3>>) {
  let at = 3u * triangle;
  (*out)[0] = place(pose, corners[at].xyz);
  (*out)[1] = place(pose, corners[at + 1u].xyz);
  (*out)[2] = place(pose, corners[at + 2u].xyz);
}

fn pairOf(a: u32, b: u32) -> Pair {
  let at = 3u * b;
  let base = corners[at].xyz;
  var p: array<vec3f, 3>;
  var pair: Pair;
  cornersAt(a, work.begin, &p);
  pair.a0 = p[0] - base;
  pair.a1 = p[1] - base;
  pair.a2 = p[2] - base;
  cornersAt(a, work.end, &p);
  pair.b0 = p[0] - base;
  pair.b1 = p[1] - base;
  pair.b2 = p[2] - base;
  pair.e1 = corners[at + 1u].xyz - base;
  pair.e2 = corners[at + 2u].xyz - base;
  // half a unit for each coordinate of the corners
  pair.standing = 0.9 * U * (largest(base) + max(largest(pair.e1), largest(pair.e2)));
  return pair;
}

fn spanOf(pair: ptr<function, Pair>) -> f32 {
  let moving = max(max(largest((*pair).a0), largest((*pair).a1)), largest((*pair).a2));
  let moved = max(max(largest((*pair).b0), largest((*pair).b1)), largest((*pair).b2));
  return max(max(moving, moved), max(largest((*pair).e1), largest((*pair).e2)));
}

/// Both triangles stay farther apart than they must, over the interval.
fn pairApart(a: u32, b: u32, pair: ptr<function, Pair>, span: f32, reach: f32) -> bool {
  let radii = corners[3u * a].w + corners[3u * b].w;
  let bend = work.bend * (work.bounds.a0 + work.bounds.a1 * reach);
  (*pair).need = 1.00001 * (work.keep + radii + bend + work.bounds.error + (*pair).standing + 20.0 * U * span);
  if (trianglesApart(pair)) { return true; }
  return work.keep + radii > NEAR * span && apartBetween(pair);
}

/// Distances that are to be kept count from this share of the pair's size on.
const NEAR = 0.001;

/// Both triangles are certainly in contact at the end of the interval.
fn pairTouches(a: u32, b: u32, pair: ptr<function, Pair>, span: f32) -> bool {
  // the pose is off for all corners alike, but for its turn
  let alone = 2.0 * (work.bounds.turned * span + work.bounds.rounded + (*pair).standing) + 8.0 * U * span;
  let together = work.bounds.error + (*pair).standing + number(work.task + TASK_DOUBLES);
  if (trianglesCross((*pair).b0, (*pair).b1, (*pair).b2, (*pair).e1, (*pair).e2, Off(together, alone))) { return true; }
  let most = work.touch + corners[3u * a + 1u].w + corners[3u * b + 1u].w;
  let off = together + 2.0 * alone + 32.0 * U * span;
  return most > off && trianglesWithin((*pair).b0, (*pair).b1, (*pair).b2, (*pair).e1, (*pair).e2, most, off);
}

/// What a moving node takes up over the interval, along the three axes of the world and along its own.
struct Swept {
  low: vec3f,
  high: vec3f,
  x: vec3f,
  y: vec3f,
  z: vec3f,
  lowOwn: vec3f,
  highOwn: vec3f,
}

fn sweptBy(node: Node) -> Swept {
  var s: Swept;
  let b = work.begin;
  let e = work.end;
  let h = node.h;
  let p = place(b, node.c);
  let q = place(e, node.c);
  let hp = abs(b.x) * h.x + abs(b.y) * h.y + abs(b.z) * h.z;
  let hq = abs(e.x) * h.x + abs(e.y) * h.y + abs(e.z) * h.z;
  let bend = work.bend * (work.bounds.a0 + work.bounds.a1 * node.reach);
  let size = work.bounds.size + number(work.task + TASK_SIZE);
  let margin = 1.01 * (work.keep + bend + work.bounds.error + 16.0 * U * size);
  s.low = min(p - hp, q - hq) - margin;
  s.high = max(p + hp, q + hq) + margin;
  s.x = b.x + e.x;
  s.y = b.y + e.y;
  s.z = b.z + e.z;
  let own = 2.02 * margin + 64.0 * U * size;
  let px = vec3f(dot(s.x, p), dot(s.y, p), dot(s.z, p));
  let qx = vec3f(dot(s.x, q), dot(s.y, q), dot(s.z, q));
  let rp = vec3f(extent(s.x, b, h), extent(s.y, b, h), extent(s.z, b, h));
  let rq = vec3f(extent(s.x, e, h), extent(s.y, e, h), extent(s.z, e, h));
  s.lowOwn = min(px - rp, qx - rq) - own;
  s.highOwn = max(px + rp, qx + rq) + own;
  return s;
}

fn extent(n: vec3f, pose: Pose, h: vec3f) -> f32 {
  return abs(dot(n, pose.x)) * h.x + abs(dot(n, pose.y)) * h.y + abs(dot(n, pose.z)) * h.z;
}

fn nodesApart(s: ptr<function, Swept>, c: vec3f, h: vec3f) -> bool {
  if (any(c - h > (*s).high) || any(c + h < (*s).low)) { return true; }
  let own = vec3f(dot((*s).x, c), dot((*s).y, c), dot((*s).z, c));
  let r = vec3f(dot(abs((*s).x), h), dot(abs((*s).y), h), dot(abs((*s).z), h));
  return any(own - r > (*s).highOwn) || any(own + r < (*s).lowOwn);
}

/// Tests after which a ball is taken for near; each costs about a quarter of one of boxes.
const FAR_TESTS = 24u;

/// Is a ball that holds the body over all of a part of the motion apart from what stands? Boxes that meet it and are no
/// larger are taken for what they hold.
fn isFar() -> bool {
  let size = work.bounds.size + number(work.task + TASK_SIZE);
  let around = nodes[work.root].reach + work.bounds.way + work.keep + work.bounds.error + 16.0 * U * size;
  let most = 1.01 * around * around;
  stack[0].x = model[work.task + TASK_STANDING];
  var top = 1u;
  var tests = 0u;
  var far = true;
  while (far && top > 0u) {
    top--;
    let node = nodes[stack[top].x];
    let beyond = max(abs(node.c - work.bounds.middle) - node.h, vec3f(0.0));
    tests++;
    if (dot(beyond, beyond) > most) { continue; }
    far = (node.link & LEAF) == 0u && tests <= FAR_TESTS && dot(node.h, node.h) > most;
    stack[top].x = node.link;
    stack[top + 1u].x = node.link + 1u;
    top += 2u;
  }
  work.tests += tests / 4u;
  return far;
}

/// What is asked of the trees: is all of it apart over the interval; does the pair that failed touch at its end; does
/// anything touch there?
const APART = 0u;
const FAILED_TOUCHES = 1u;
const ANY_TOUCHES = 2u;

/// True: all is proven apart, or a contact is proven. Where something could not be proven apart, that pair is kept.
fn proves(question: u32) -> bool {
  var top = 0u;
  var current = NONE;
  var swept: Swept;
  var mine: Node;
  var pair = vec2u(work.root, model[work.task + TASK_STANDING]);
  var triangle = work.moving;
  var first = work.standing;
  var last = work.standing;
  var reach = work.reach;
  // the pair that failed last comes first
  var pending = work.moving != NONE;
  var rooted = false;
  let isPatient = select(params.kind != PROBE, (nodes[work.root].link & LEAF) != 0u, question == APART);
  let limit = work.tests + select(2u * params.patience, MOST_TESTS, isPatient);
  if (question == APART) { work.moving = NONE; }
  loop {
    // down to two leaves; in a loop by itself, so that all lanes have a pair of triangles when any of them tests one
    while (!pending) {
      if (question == FAILED_TOUCHES) { return false; }
      if (rooted) {
        if (top == 0u) { return question == APART; }
        top--;
        pair = stack[top];
      }
      if (work.tests > limit && (question != APART || isTired())) {
        work.isHeavy = question == APART && (nodes[work.root].link & LEAF) == 0u;
        return false;
      }
      if (pair.x != current) {
        current = pair.x;
        mine = nodes[current];
        swept = sweptBy(mine);
        let other = nodes[pair.y];
        work.tests++;
        rooted = true;
        if (nodesApart(&swept, other.c, other.h)) { continue; }
      }
      let other = nodes[pair.y];
      let myLeaf = (mine.link & LEAF) != 0u;
      let otherLeaf = (other.link & LEAF) != 0u;
      if (myLeaf && otherLeaf) {
        pending = true;
        triangle = mine.link & LEAF_FIRST;
        first = other.link & LEAF_FIRST;
        last = first + ((other.link >> LEAF_COUNT) & 7u);
        reach = mine.reach;
        continue;
      }
      // no room: it counts as not proven
      if (top + 2u > STACK) { return false; }
      if (!otherLeaf && (myLeaf || dot(other.h, other.h) >= dot(mine.h, mine.h))) {
        let one = nodes[other.link];
        let two = nodes[other.link + 1u];
        work.tests += 2u;
        let middle = 0.5 * (swept.low + swept.high);
        let x = one.c - middle;
        let y = two.c - middle;
        // the nearer one is looked at first
        let swap = select(0u, 1u, dot(x, x) < dot(y, y));
        let oneApart = nodesApart(&swept, one.c, one.h);
        let twoApart = nodesApart(&swept, two.c, two.h);
        if (!select(twoApart, oneApart, swap == 0u)) {
          stack[top] = vec2u(pair.x, other.link + swap);
          top++;
        }
        if (!select(oneApart, twoApart, swap == 0u)) {
          stack[top] = vec2u(pair.x, other.link + 1u - swap);
          top++;
        }
      } else {
        stack[top] = vec2u(mine.link + 1u, pair.y);
        stack[top + 1u] = vec2u(mine.link, pair.y);
        top += 2u;
      }
    }
    pending = false;
    for (var b = first; b <= last; b++) {
      work.tests += 4u;
      var both = pairOf(triangle, b);
      let span = spanOf(&both);
      if (question == APART) {
        if (!pairApart(triangle, b, &both, span, reach)) {
          work.moving = triangle;
          work.standing = b;
          work.reach = reach;
          return false;
        }
      } else if (pairTouches(triangle, b, &both, span)) {
        return true;
      }
    }
  }
}
