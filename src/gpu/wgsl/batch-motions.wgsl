// Many motions at once: a thread takes one moving body of one motion and walks along time, interval by interval, proving
// that it stays apart from what stands. Intervals that fail are halved. Derivations: docs/notes/gpu.md, "Batches".

/// Three words a motion: NEVER less the earliest time of a proven contact, NEVER less the earliest time that could not be
/// proven free, and how many items more were done than were put: it is free only where these are all that it began with.
/// All are 0 at first, which no motion is free with.
@group(0) @binding(5) var<storage, read_write> answers: array<atomic<u32>>;
/// What is left to do: how many items by round, then for each its motion, task, length as a power of two, time now, time
/// of its end, node: a word each.
@group(0) @binding(6) var<storage, read> given: array<u32>;
@group(0) @binding(7) var<storage, read_write> left: array<atomic<u32>>;

/// All of a motion, in the finest intervals there are.
const WHOLE = 1048576u;
const FINEST = 9.5367431640625e-7;
const NEVER = 0xffffffffu;
const ANSWER = 3u;
const UNPROVEN = 1u;
const DONE = 2u;
const NONE = 0xffffffffu;
const STACK = 64u;
/// Of one interval of a single triangle.
const MOST_TESTS = 20000u;
/// Of a thread whose rest the queue has no room for.
const MOST_ALONE = 1200u;
const WIDE = 32768u;

/// The task at hand: where it stands, its bounds, and the poses at both ends of the interval.
struct Work {
  task: u32,
  bounds: Bounds,
  keep: f32,
  touch: f32,
  begin: Pose,
  end: Pose,
  /// The chord's bound: a quarter of half of the interval squared.
  bend: f32,
  /// The pair of triangles that failed last: it is asked first.
  moving: u32,
  standing: u32,
  reach: f32,
  tests: u32,
  /// The node of the moving body that is walked, and whether an interval of it takes too long for one thread.
  root: u32,
  isHeavy: bool,
}

var<private> work: Work;
var<private> stack: array<vec2u, STACK>;

/// True once somebody else has settled the motion.
fn isSettled(motion: u32, now: u32) -> bool {
  let hit = atomicLoad(&answers[ANSWER * motion]);
  if (params.bracket == 1u) { return hit >= NEVER - now; }
  // what is not proven at one time goes to the exact test whatever the others find
  return (hit | atomicLoad(&answers[ANSWER * motion + UNPROVEN])) != 0u;
}

fn bendOf(length: u32) -> f32 {
  let dt = f32(length) * FINEST;
  return 0.125 * dt * dt;
}

/// Words of an item of a queue, behind HEAD words: every round counts its items in one of its own, every other round in
/// the same queue.
const ITEM = 6u;
const HEAD = 32u;
/// Where in an item its time stands.
const NOW = 3u;

fn put(motion: u32, taskNumber: u32, root: u32, now: u32, length: u32, end: u32) {
  atomicSub(&answers[ANSWER * motion + DONE], 1u);
  let item = atomicAdd(&left[params.round / 2u], 1u);
  if (item >= (arrayLength(&left) - HEAD) / ITEM) {
    atomicMax(&answers[ANSWER * motion + UNPROVEN], NEVER - now);
    return;
  }
  let at = HEAD + ITEM * item;
  atomicStore(&left[at], motion);
  atomicStore(&left[at + 1u], taskNumber);
  atomicStore(&left[at + 2u], firstTrailingBit(length));
  atomicStore(&left[at + NOW], now);
  atomicStore(&left[at + 4u], end);
  atomicStore(&left[at + 5u], root);
}

/// Leaves the rest to others: as one item where it was only looked at, or so many parts of the time as it is told to; so
/// that what is long is done by several, some parts of the time each, or, where one interval alone takes long, halves of
/// the halves of the body. Called at one place, and puts at one: software compiles every call anew.
fn share(motion: u32, taskNumber: u32, now: u32, length: u32, end: u32) {
  let whole = nodes[work.root].link;
  let part = select(max(length, 1u << firstLeadingBit(max((end - now) / 4u, 1u))), params.part, params.part != 0u);
  var start = now;
  var quarter = 0u;
  while (select(start < end, quarter < 4u, work.isHeavy)) {
    var root = work.root;
    var stop = min((start / part + 1u) * part, end);
    if (work.isHeavy) {
      let half = whole + quarter / 2u;
      let link = nodes[half].link;
      let isLeaf = (link & LEAF) != 0u;
      root = select(link + quarter % 2u, half, isLeaf);
      quarter += select(1u, 2u, isLeaf);
      stop = end;
    }
    put(motion, taskNumber, root, start, min(length, part), stop);
    if (!work.isHeavy) { start = stop; }
  }
  atomicAdd(&answers[ANSWER * motion + DONE], 1u);
}

/// Whether the rest is for others. Where their queue is half full, a thread goes on with what it has; brackets do not fill
/// it.
fn isTired() -> bool {
  if (work.tests <= params.patience) { return false; }
  if (params.bracket == 1u || work.tests > max(8u * params.patience, MOST_ALONE)) { return true; }
  return atomicLoad(&left[params.round / 2u]) < (arrayLength(&left) - HEAD) / (2u * ITEM);
}

/// The longest interval whose chords can be worth a look: they stray from the way by less than a share of the body.
fn longest(most: u32) -> u32 {
  let radius = nodes[work.root].reach;
  let worth = STRAY * radius;
  let bend = work.bounds.a0 + work.bounds.a1 * radius;
  var length = most;
  while (length > LEAST_LONGEST && bendOf(length) * bend > worth) { length /= 2u; }
  return length;
}

const STRAY = 0.2;
/// Points and other tiny bodies would go on in the finest intervals, however far they are from everything.
const LEAST_LONGEST = 4096u;
/// Bounds are made for so many of the longest intervals at most.
const PARTS = 4u;
/// What a round does: walk along time; walk as far as nothing fails; look for a contact at one time.
const LOOK = 1u;
const PROBE = 2u;

fn run(motion: u32, taskNumber: u32, root: u32, start: u32, code: u32, end: u32) {
  if (isSettled(motion, start)) { return; }
  let words = motion * params.stride;
  work.task = taskNumber * TASK;
  work.keep = number(work.task + TASK_KEEP);
  work.touch = number(work.task + TASK_TOUCH);
  work.moving = NONE;
  work.tests = 0u;
  work.root = root;
  work.isHeavy = false;
  let isProbe = params.kind == PROBE;
  let isLook = params.kind == LOOK;
  var now = select(start, params.probe, isProbe);
  var length = 1u << code;
  // the part of the time that bounds hold for, and whether they are to be made; what failed as a whole goes by halves
  var part = select(WHOLE, max(length, WHOLE / 2u), end - start == WHOLE);
  var stop = end;
  var fresh = true;
  var most = WHOLE;
  // what is asked, and how far ahead of the time now
  var question = select(APART, ANY_TOUCHES, isProbe);
  var ahead = 0u;
  var placed = isProbe;
  loop {
    if (fresh) {
      stop = select(min((now / part + 1u) * part, end), now, isProbe);
      work.bounds = boundsOf(work.task, words, 0.5 * f32(now + stop) * FINEST, 0.5 * f32(stop - now) * FINEST);
      if ((isProbe && now < start) || isFar()) {
        if (isProbe) { break; }
        now = stop;
        if (now >= end) {
          atomicAdd(&answers[ANSWER * motion + DONE], 1u);
          return;
        }
        part = min(2u * part, WHOLE);
        placed = false;
        if (isSettled(motion, now)) { return; }
        if (isTired()) { break; }
        continue;
      }
      if (!isProbe) {
        most = longest(WHOLE);
        if (stop - now > PARTS * most) {
          while (now + part >= stop) { part /= 2u; }
          continue;
        }
        length = min(length, most);
        while ((now & (length - 1u)) != 0u || now + length > stop) { length /= 2u; }
        ahead = length;
      }
      fresh = false;
    }
    if (question != FAILED_TOUCHES) {
      let pose = poseAt(work.task, words, f32(now + select(0u, ahead, placed)) * FINEST);
      if (!placed) {
        work.begin = pose;
        placed = true;
        continue;
      }
      work.end = pose;
      if (question == ANY_TOUCHES) { work.begin = pose; }
      work.bend = select(0.0, bendOf(length), question == APART);
    }
    let proven = proves(question);
    if (question == APART) {
      if (proven) {
        now += length;
        if (now >= end) {
          atomicAdd(&answers[ANSWER * motion + DONE], 1u);
          return;
        }
        work.begin = work.end;
        fresh = now >= stop;
        if ((now & length) == 0u && now + 2u * length <= stop && length < most) { length *= 2u; }
        ahead = length;
        if (isSettled(motion, now)) { return; }
        if (isTired()) { break; }
      } else {
        if (isLook) {
          // by halves, the body whole
          work.isHeavy = false;
          length = max(length / 2u, 1u);
          break;
        }
        if (work.isHeavy) { break; }
        question = FAILED_TOUCHES;
      }
      continue;
    }
    if (proven) {
      atomicMax(&answers[ANSWER * motion], NEVER - (now + ahead));
      if (params.bracket == 0u) { return; }
    }
    if (isProbe) { break; }
    if (question == FAILED_TOUCHES && length > 1u) {
      question = APART;
      length /= 2u;
      ahead = length;
      if (isSettled(motion, now)) { return; }
      if (isTired()) { break; }
      continue;
    }
    // the finest interval has failed: is there a contact soon after it?
    if (proven || now + ahead == end) {
      atomicMax(&answers[ANSWER * motion + UNPROVEN], NEVER - now);
      return;
    }
    ahead = min(4u * ahead, end - now);
    question = ANY_TOUCHES;
  }
  share(motion, taskNumber, select(now, start, isProbe), length, end);
}

/// How many items the round before has left.
fn leftBefore() -> u32 {
  return min(given[(max(params.round, 1u) - 1u) / 2u], (arrayLength(&given) - HEAD) / ITEM);
}

/// So many threads keep a device busy. Fewer items are one a row of lanes: their branches wait for each other there.
const BUSY = 65536u;

/// A thread an item, or several where there are more of them. The first round takes all motions, tasks and slices of time.
@compute @workgroup_size(64)
fn walk(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let threads = 64u * select(groups.x, groups.y * WIDE, groups.y > 1u);
  let isFirst = params.round == 0u;
  let slice = WHOLE / params.slices;
  let count = select(leftBefore(), params.motions * params.tasks * params.slices, isFirst);
  let spread = 1u << min(firstLeadingBit(max(min(threads, BUSY) / max(count, 1u), 1u)), 5u);
  let thread = (group.x + group.y * WIDE) * 64u + lane;
  if (thread % spread != 0u) { return; }
  for (var id = thread / spread; id < count; id += threads / spread) {
    let rest = id / params.motions;
    let start = (rest % params.slices) * slice;
    let task = rest / params.slices;
    var item = array<u32, ITEM>(
      id % params.motions,
      task,
      firstTrailingBit(slice),
      start,
      start + slice,
      model[task * TASK + TASK_MOVING],
    );
    if (!isFirst) {
      for (var k = 0u; k < ITEM; k++) { item[k] = given[HEAD + ITEM * id + k]; }
    }
    // called at one place: compilers write it out at each
    run(item[0], item[1], item[5], item[NOW], item[2], item[4]);
  }
}

/// What is left in the end is not proven.
@compute @workgroup_size(64)
fn abandon(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let count = leftBefore();
  for (var id = group.x * 64u + lane; id < count; id += groups.x * 64u) {
    let at = HEAD + ITEM * id;
    atomicMax(&answers[ANSWER * given[at] + UNPROVEN], NEVER - given[at + NOW]);
  }
}

/// What a motion is, two bits each: 0 is not decided.
const IS_FREE = 1u;
const IS_HIT = 2u;

/// Sixteen motions a thread: what each of them is.
@compute @workgroup_size(64)
fn tell(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let word = (group.x + group.y * WIDE) * 64u + lane;
  let first = 16u * word;
  var bits = 0u;
  for (var motion = first; motion < min(first + 16u, params.motions); motion++) {
    let at = ANSWER * motion;
    let isDone = atomicLoad(&answers[at + UNPROVEN]) == 0u && atomicLoad(&answers[at + DONE]) == params.tasks * params.slices;
    let code = select(select(0u, IS_FREE, isDone), IS_HIT, atomicLoad(&answers[at]) != 0u);
    bits |= code << (2u * (motion - first));
  }
  if (first < params.motions) { atomicStore(&left[word], bits); }
}
