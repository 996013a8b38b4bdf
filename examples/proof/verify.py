#!/usr/bin/env python3
"""Checks a proof of the format inbetween-proof/1 or inbetween-step-proof/1 (docs/proof-format.md): python3 verify.py PROOF [FILE...]

Written from that page and docs/proof.md alone, with the standard library of Python 3.9; it shares no code with inbetween.
All numbers are whole: they count units of 2**-120, and whatever is rounded is accounted for.
Exit code 0: proven, 1: refuted, 2: no proof, 3: not decided.
"""
import base64
import binascii
import gzip
import hashlib
import heapq
import itertools
import json
import math
import re
import struct
import sys
import zlib

BITS = 120
ONE = 1 << BITS
SCALE = 2.0**120
PI_200 = 0x3243F6A8885A308D313198A2E03707344A4093822299F31D008
LARGEST = 2.0**300
MOST_PIECES = 4096
LONGEST_LINE = 2**27
STEPS_A_PIECE = 100  # boxes opened, frames placed, triangles held against a ray, for each piece that is allowed
MOST_KEPT = 2**18
MOST_OPEN = 2**20
MOST_TRIANGLES = 2**23


class Malformed(Exception):
    pass


class Ended(Exception):
    def __init__(self, result, why):
        super().__init__(why)
        self.result = result


class Coarse(Exception):
    """The checker's own rounding has become too coarse."""


# ---- numbers: a ball is (m, e), the true number is within e units of m -------------------------------------------------


def fixed(x):
    return math.floor(x * SCALE)


def fixed_up(x):
    return math.ceil(x * SCALE)


def ball(x):
    return (fixed(x), 0 if (x * SCALE).is_integer() else 1)


ZERO = (0, 0)


def plus(a, b):
    return (a[0] + b[0], a[1] + b[1])


def minus(a, b):
    return (a[0] - b[0], a[1] + b[1])


def times(a, b):
    product = a[0] * b[0]
    m = product >> BITS
    e = abs(a[0]) * b[1] + abs(b[0]) * a[1] + a[1] * b[1]
    return (m, (e >> BITS) + 2) if e else (m, 0 if m << BITS == product else 1)


def root_up(n):
    return math.isqrt(n) + 1 if n > 0 else 0


def quotient(a, b):
    """Towards 0."""
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def integers(xs):
    """Doubles as integers, all times one power of two."""
    ratios = [float(x).as_integer_ratio() for x in xs]
    most = max(q for _, q in ratios)
    return [p * (most // q) for p, q in ratios]


def unit(v):
    length = math.isqrt(sum(x * x for x in v) << (2 * BITS))
    return [quotient(x << (2 * BITS), length) for x in v]


def sin_cos(angle):
    """Sine, cosine and their error: the angle less k quarter turns, then the series."""
    wide = angle[0] << 80
    k = (2 * wide + PI_200 // 2) // PI_200
    r = (wide - quotient(k * PI_200, 2)) >> 80
    sums = [0, 0, 0, 0]
    term, i = ONE, 0
    while term not in (0, -1):
        sums[i & 3] += term
        i += 1
        term = quotient((term * r) >> BITS, i)
    c, s = sums[0] - sums[2], sums[1] - sums[3]
    sin, cos = [(s, c), (c, -s), (-s, -c), (-c, s)][k % 4]
    return sin, cos, angle[1] + 128 + (abs(k) >> 80)


def angle_of(y, x):
    g = y
    for _ in range(8):
        sin, cos, e = sin_cos((g, 0))
        delta = (y * cos - x * sin) >> BITS
        g += delta
        if abs(delta) < 1 << 79:
            return (g, 2 * e + 8)
    raise Coarse("no angle found")


# ---- polynomials, steps, poses ------------------------------------------------------------------------------------------


def part_of(p, part):
    f, e = part
    if f == 0 and e == 1:
        return p
    start, over = ball(f), minus(ball(e), ball(f))
    out = []
    for c in reversed(p):
        following = [ZERO] + [times(x, over) for x in out]
        for m, x in enumerate(out):
            following[m] = plus(following[m], times(x, start))
        following[0] = plus(following[0], c)
        out = following[: len(p)]
    return out


def value_at(p, t):
    total = ZERO
    for c in reversed(p):
        total = plus(times(total, (t, 0)), c)
    return total


def still(q):
    x, y, z, w = integers(q)
    n = x * x + y * y + z * z + w * w
    entries = [
        w * w + x * x - y * y - z * z, 2 * (x * y - z * w), 2 * (x * z + y * w),
        2 * (x * y + z * w), w * w - x * x + y * y - z * z, 2 * (y * z - x * w),
        2 * (x * z - y * w), 2 * (y * z + x * w), w * w - x * x - y * y + z * z,
    ]  # fmt: skip
    return ("still", [quotient(a << BITS, n) for a in entries])


def turn(axis, angle, off=0, value=None, per=None):
    """value: the number of the one that it goes by; per: how much of it."""
    return ("turn", unit(axis), angle, off, value, per)


def way(polynomials, off=0, value=None, per=None):
    return ("way", polynomials, off, value, per)


def between(v, part):
    a, b, c, d = integers(v[3:7])
    x, y, z, w = integers(v[10:14])
    q = [x * d - w * a - (y * c - z * b), y * d - w * b - (z * a - x * c), z * d - w * c - (x * b - y * a)]
    cosine = w * d + x * a + y * b + z * c
    path = way([part_of([ball(v[k]), minus(ball(v[7 + k]), ball(v[k]))], part) for k in range(3)])
    start = still(v[3:7])
    sines = sum(k * k for k in q)
    if sines == 0:
        return [start, path]
    back = cosine < 0 if cosine else next(k for k in q if k) < 0
    sine = math.isqrt(sines << (2 * BITS))
    length = math.isqrt((sines + cosine * cosine) << (2 * BITS))
    m, e = angle_of((sine << BITS) // length, (abs(cosine) << (2 * BITS)) // length)
    return [start, turn([-k for k in q] if back else q, part_of([ZERO, (2 * m, 2 * e)], part)), path]


IDENTITY = [ONE, 0, 0, 0, ONE, 0, 0, 0, ONE]
HERE = (IDENTITY, [0, 0, 0], 0, 0)  # R, p, error of R, error of p


def rotate(R, p):
    return [(R[i] * p[0] + R[i + 1] * p[1] + R[i + 2] * p[2]) >> BITS for i in (0, 3, 6)]


def after(b, a):
    if a is HERE or b is HERE:
        return b if a is HERE else a
    if b[0] is IDENTITY:
        return (a[0], [x + y for x, y in zip(a[1], b[1])], a[2], a[3] + b[3])
    A, B = b[0], a[0]
    R = [(A[i] * B[j] + A[i + 1] * B[j + 3] + A[i + 2] * B[j + 6]) >> BITS for i in (0, 3, 6) for j in range(3)]
    p = [x + y for x, y in zip(rotate(A, a[1]), b[1])]
    if a[2] + b[2] + 4 > 1 << 50:
        raise Coarse("rounding has become too coarse")
    lever = sum(map(abs, a[1]))
    return (R, p, a[2] + b[2] + 4, a[3] + b[3] + ((lever * b[2]) >> BITS) + 4)


def inverse(pose):
    R, p, eR, ep = pose
    T = [R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]]
    return (T, [-x for x in rotate(T, p)], eR, ep + ((sum(map(abs, p)) * eR) >> BITS) + 4)


def step_at(step, t):
    if step[0] == "loose":
        return HERE
    if step[0] == "still":
        return (step[1], [0, 0, 0], 3, 0)
    if step[0] == "way":
        place = [value_at(p, t) for p in step[1]]
        return (IDENTITY, [m for m, _ in place], 0, sum(e for _, e in place))
    sin, cos, e = sin_cos(value_at(step[2], t))
    x, y, z = step[1]
    v = ONE - cos

    def entry(a, b, s, c):
        return c + ((((v * a) >> BITS) * b + s * sin) >> BITS)

    Q = [
        entry(x, x, 0, cos), entry(x, y, -z, 0), entry(x, z, y, 0),
        entry(y, x, z, 0), entry(y, y, 0, cos), entry(y, z, -x, 0),
        entry(z, x, -y, 0), entry(z, y, x, 0), entry(z, z, 0, cos),
    ]  # fmt: skip
    return (Q, [0, 0, 0], 9 * e + 48, 0)


def shifted(p, middle):
    out = list(p)
    for k in range(len(out) - 1):
        for m in range(len(out) - 2, k - 1, -1):
            out[m] = plus(out[m], times(out[m + 1], (middle, 0)))
    return out


def spread(polynomials, middle, wide):
    """On |p| at an instant, and on |p - p(middle)| for times up to wide from there, complex ones too."""
    about, sizes, power = [shifted(p, middle) for p in polynomials], [0, 0], ONE
    for m in range(max(map(len, about))):
        size = root_up(sum((abs(p[m][0]) + p[m][1]) ** 2 for p in about if m < len(p)))
        sizes[m > 0] += ((size * power) >> BITS) + 1
        power = ((power * wide) >> BITS) + 1
    return sizes


def bounds_of(polynomials, t0, t1):
    """On |p|, |p'|, |p''| over an interval, about its middle."""
    half, middle = (t1 - t0 + 1) >> 1, (t0 + t1) >> 1
    about = [shifted(p, middle) for p in polynomials]
    bounds, powers = [0, 0, 0], [ONE, 0, 0]
    for m in range(max(map(len, about))):
        sizes = [abs(p[m][0]) + p[m][1] for p in about if m < len(p)]
        size = sizes[0] if len(about) == 1 else root_up(sum(x * x for x in sizes))
        bounds = [b + ((size * x) >> BITS) + 1 for b, x in zip(bounds, powers)]
        powers = [((x * half) >> BITS) + 1 + (k * powers[k - 1] if k else 0) for k, x in enumerate(powers)]
    return bounds


class Frames:
    def __init__(self, parents, steps):
        self.parents, self.steps = parents, steps
        self.places, self.relative, self.reaches, self.ways, self.looks = {}, {}, {}, {}, 0

    def below(self, frame, other):
        """The steps of a frame up to what it and another one stand on."""
        others = set(self.above(other))
        return [s for f in itertools.takewhile(lambda f: f not in others, self.above(frame)) for s in self.steps[f]]

    def own_at(self, frame, t):
        pose = HERE
        for step in self.steps[frame]:
            pose = after(step_at(step, t), pose)
        return pose

    def place_at(self, frame, t):
        if frame < 0:
            return HERE
        chain, f = [], frame
        if len(self.places) > 100000:
            self.places.clear()
        while f >= 0 and (f, t) not in self.places:
            chain.append(f)
            f = self.parents[f]
        for f in reversed(chain):
            up = HERE if self.parents[f] < 0 else self.places[self.parents[f], t]
            self.places[f, t] = after(up, self.own_at(f, t))
        self.looks += 5 * len(chain)
        return self.places[frame, t]

    def pose_at(self, frame, seen, t):
        if seen < 0:
            return self.place_at(frame, t)
        if seen == frame:
            return HERE
        key = (frame, seen, t)
        if key not in self.relative:
            if len(self.relative) > 100000:
                self.relative.clear()
            self.relative[key] = after(inverse(self.place_at(seen, t)), self.place_at(frame, t))
        return self.relative[key]

    def above(self, frame):
        out = []
        while frame >= 0:
            out.append(frame)
            frame = self.parents[frame]
        return out

    def between(self, frame, seen):
        """The steps on the way, and in their order what of them may turn more than told: frame, axis or None, angle."""
        key = (frame, seen)
        if key in self.ways:
            return self.ways[key]
        own, others = self.above(frame), self.above(seen)
        mine, theirs = set(own), set(others)
        up = [(f, s) for f in own if f not in theirs for s in self.steps[f]]
        down = [(f, s) for f in others if f not in mine for s in self.steps[f]]
        turnings = []
        for f, s in up + down[::-1]:
            if s[0] == "loose" and s[2] > 0:
                turnings.append((f, s[3], s[2]))
            elif s[0] == "turn" and s[3] > 0:
                turnings.append((f, s[1], s[3]))
        up, down = [s for _, s in up], [s for _, s in down]
        if up and down and up[-1][0] == down[-1][0] == "way":
            a, b = up.pop(), down.pop()
            joined = []
            for p, q in zip(a[1], b[1]):
                long = max(len(p), len(q))
                p, q = p + [ZERO] * (long - len(p)), q + [ZERO] * (long - len(q))
                joined.append([minus(x, y) for x, y in zip(p, q)])
            up.append(way(joined, a[2] + b[2]))
        if len(self.ways) > 10000:
            self.ways.clear()
        self.ways[key] = (up + down[::-1], turnings)
        return self.ways[key]

    def turnings(self, frame, seen):
        return self.between(frame, seen)[1]

    def reach(self, frame, seen, rho, t0, t1):
        """How much points within rho of the origin bend; what they are off by each turning, and by all that is beside."""
        key = (frame, seen, t0, t1)
        if key not in self.reaches:
            if len(self.reaches) > 10000:
                self.reaches.clear()
            found = []
            steps = self.between(frame, seen)[0]
            self.looks += len(steps)
            last = max((k for k, step in enumerate(steps) if step[0] in ("turn", "loose")), default=-1)
            for k, step in enumerate(steps):
                if step[0] == "loose":
                    found.append((0, 0, 0, step[2], step[1]))
                elif step[0] == "turn":
                    found.append((0, *bounds_of([step[2]], t0, t1)[1:], step[3], 0))
                elif step[0] == "way" and (k < last or step[2] or any(len(p) > 2 for p in step[1])):
                    found.append((1, *bounds_of(step[1], t0, t1), step[2]))
            self.reaches[key] = found
        r, v, a, off, far, angles, turned = rho, 0, 0, 0, 0, 0, []
        for kind, x, y, z, place in self.reaches[key]:
            if kind == 0:
                a += ((2 * x * v + (((x * x) >> BITS) + 1 + y) * r) >> BITS) + 1
                v += ((x * r) >> BITS) + 1
                if z > 0:
                    first = ((z * r) >> BITS) + 1
                    turned.append(first)
                    angles += z
                    off += ((z * (2 * far + first)) >> (BITS + 1)) + 1
                    far += first
            else:
                r, v, a = r + x, v + y, a + z
            off, far, r = off + place, far + place, r + place
        return a + ((a * angles) >> BITS) + 1, off, turned


# ---- shapes -------------------------------------------------------------------------------------------------------------


class Shape:
    def __init__(self, corners, triangles, cuts, radius):
        self.count = len(triangles) // 3
        self.places = list(zip(corners[0::3], corners[1::3], corners[2::3]))
        self.triangles = list(zip(triangles[0::3], triangles[1::3], triangles[2::3]))
        self.radii = radius if isinstance(radius, list) else [radius] * self.count
        self.grow(cuts)
        self.fit()
        self.corner_cache, self.box_cache, self.reach_cache, self.closed, self.part_cache, self.far = {}, {}, {}, {}, None, None
        self.lever = 3 + sum(self.largest(0, k) for k in range(3))

    def grow(self, cuts):
        self.second, self.start, at = [], [], 0
        pending = [(0, self.count, 0, -1)]
        while pending:
            i, j, level, parent = pending.pop()
            node = len(self.start)
            if parent >= 0:
                self.second[parent] = node
            self.start.append(i)
            self.second.append(-1)
            if j - i == 1:
                continue
            cut, place, more = 0, 1, cuts is not None
            while more:
                if at >= len(cuts) or place > 2**28:
                    raise Malformed("cuts end too early")
                cut += (cuts[at] & 127) * place
                more = cuts[at] > 127
                at, place = at + 1, place * 128
            middle = i + cut if cut else (i + j) // 2
            if middle >= j or level >= 1000:
                raise Malformed("the tree has no such node, or is too deep")
            pending += [(middle, j, level + 1, node), (i, middle, level + 1, -1)]
        if cuts is not None and at != len(cuts):
            raise Malformed("cuts go on behind the tree")

    def fit(self):
        n = len(self.start)
        self.boxes, self.radius_of = [None] * n, [0.0] * n
        for node in range(n - 1, -1, -1):
            if self.second[node] < 0:
                own = [self.places[c] for c in self.triangles[self.start[node]]]
                low, high = [min(x) for x in zip(*own)], [max(x) for x in zip(*own)]
                self.radius_of[node] = self.radii[self.start[node]]
            else:
                a, b = self.boxes[node + 1], self.boxes[self.second[node]]
                low, high = list(map(min, a[0], b[0])), list(map(max, a[1], b[1]))
                self.radius_of[node] = max(self.radius_of[node + 1], self.radius_of[self.second[node]])
            self.boxes[node] = (low, high)

    def box(self, node):
        if node not in self.box_cache:
            if len(self.box_cache) >= MOST_KEPT:
                self.box_cache.clear()
            low, high = self.boxes[node]
            self.box_cache[node] = ([fixed(x) for x in low], [fixed(x) for x in high])
        return self.box_cache[node]

    def corners_of(self, triangle):
        if triangle not in self.corner_cache:
            if len(self.corner_cache) >= MOST_KEPT:
                self.corner_cache.clear()
            self.corner_cache[triangle] = [[fixed(x) for x in self.places[c]] for c in self.triangles[triangle]]
        return self.corner_cache[triangle]

    def largest(self, node, k):
        low, high = self.box(node)
        return max(abs(low[k]), abs(high[k]))

    def reach(self, node):
        if node not in self.reach_cache:
            if len(self.reach_cache) >= MOST_KEPT:
                self.reach_cache.clear()
            self.reach_cache[node] = root_up(sum((self.largest(node, k) + 1) ** 2 for k in range(3)))
        return self.reach_cache[node]

    def hull_of(self, node):
        """Points whose hull holds the corners of a node."""
        if self.second[node] < 0:
            return self.corners_of(self.start[node])
        return [list(x) for x in itertools.product(*zip(*self.box(node)))]

    def farthest(self):
        if self.far is None:
            self.far = root_up(max(sum((abs(fixed(x)) + 1) ** 2 for x in p) for p in self.places))
        return self.far

    def welded(self):
        first = {}
        # -0.0 and 0.0 are one place
        return [first.setdefault(p, c) for c, p in enumerate(self.places)]

    def is_closed(self, winding):
        if winding in self.closed:
            return self.closed[winding]
        places, edges = self.welded(), {}
        for triangle in self.triangles:
            for i in range(3):
                a, b = places[triangle[i]], places[triangle[(i + 1) % 3]]
                key = (min(a, b), max(a, b))
                edges[key] = edges.get(key, 0) + ((b > a) - (b < a) if winding else a != b)
        self.closed[winding] = all(n == 0 if winding else n % 2 == 0 for n in edges.values())
        return self.closed[winding]

    def parts(self):
        if self.part_cache is not None:
            return self.part_cache
        above = self.welded()

        def top(c):
            while above[c] != c:
                above[c] = above[above[c]]
                c = above[c]
            return c

        for a, b, c in self.triangles:
            above[top(b)] = top(a)
            above[top(c)] = top(a)
        self.part_cache = sorted({top(c) for triangle in self.triangles for c in triangle})
        return self.part_cache


class Support:
    """The largest m.x + radius over a node, bounded from above, ever closer."""

    def __init__(self, shape, node, m, size):
        self.shape, self.m, self.size = shape, m, size
        self.all = [self.bound(node)]  # a heap, the largest one first

    def bound(self, node):
        shape, m = self.shape, self.m
        if shape.second[node] < 0:
            far = max(m[0] * x + m[1] * y + m[2] * z for x, y, z in shape.corners_of(shape.start[node]))
        else:
            low, high = shape.box(node)
            far = sum(m[k] * (low if m[k] < 0 else high)[k] for k in range(3))
        r = shape.radius_of[node]
        return (-far - (fixed_up(r) * self.size if r else 0), node)

    def top(self):
        return (-self.all[0][0], self.all[0][1])

    def open(self):
        node = self.all[0][1]
        if self.shape.second[node] < 0:
            return False
        if len(self.all) >= MOST_OPEN:
            raise Coarse("a leaf has more than %d boxes to open" % MOST_OPEN)
        heapq.heapreplace(self.all, self.bound(node + 1))
        heapq.heappush(self.all, self.bound(self.shape.second[node]))
        return True


# ---- leaves and streams -------------------------------------------------------------------------------------------------


class Work:
    def __init__(self, limit):
        self.limit, self.leaves, self.pieces, self.steps = limit, 0, 0, 0

    def spent(self):
        return self.pieces > self.limit or self.steps > STEPS_A_PIECE * self.limit


class End:
    def __init__(self, t, supports, level, doubt, off):
        self.t, self.supports, self.level, self.doubt, self.off = t, supports, level, doubt, off
        self.tube = any(off)

    def apart(self):
        return self.level - self.supports[0].top()[0] - self.supports[1].top()[0]

    def open(self):
        return any([support.open() for support in self.supports])

    def refuted(self):
        exact = all(s.shape.second[s.top()[1]] < 0 for s in self.supports)
        return not self.tube and exact and self.apart() + self.doubt <= 0


def end_at(question, nodes, n, length, t):
    frames, sides, seen, clearance = question
    level, error, supports = -clearance * length, 0, []
    for k, (shape, frame) in enumerate(sides):
        R, p, eR, ep = frames.pose_at(frame, seen, t)
        m = [R[i] * n[0] + R[i + 3] * n[1] + R[i + 6] * n[2] for i in range(3)]
        place = (n[0] * p[0] + n[1] * p[1] + n[2] * p[2]) << BITS
        error += sum(map(abs, n)) * (eR * shape.lever + ((ep + 4) << BITS))
        level += place if k else -place
        supports.append(Support(shape, nodes[k], [-x for x in m] if k else m, length))
    doubt = 2 * error + 64 * (length + clearance + sides[0][0].lever + sides[1][0].lever)
    off = [off_at(frames, *sides[k], nodes[k], seen, n, length, t) for k in (0, 1)]
    return End(t, supports, level - error, doubt, off)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def off_at(frames, shape, frame, node, seen, n, length, t):
    """How far along n corners of a node may be off because of each turning, to first order."""
    turnings = frames.turnings(frame, seen)
    if not turnings:
        return []
    R, p, eR, ep = frames.pose_at(frame, seen, t)
    corners = [[y + z for y, z in zip(rotate(R, x), p)] for x in shape.hull_of(node)]
    out = []
    for at, axis, angle in turnings:
        own = frames.pose_at(at, seen, t)
        c = None if axis is None else cross(n, rotate(own[0], axis))
        doubt, most = ep + own[3] + ((shape.lever * eR) >> BITS) + 10, 0
        for y in corners:
            v = [x - o for x, o in zip(y, own[1])]
            along = root_up(sum(x * x for x in cross(n, v))) << BITS if c is None else abs(sum(x * z for x, z in zip(c, v)))
            most = max(most, along + length * (doubt + (((own[2] + 8) * sum(map(abs, v))) >> BITS)))
        out.append(((angle * most) >> BITS) + 1)
    return out


def holds(question, nodes, length, start, end, work):
    frames, sides, seen, _ = question
    reaches = []
    for k, (shape, f) in enumerate(sides):
        rho = min(shape.reach(nodes[k]), shape.farthest()) if start.off[k] else shape.reach(nodes[k])
        reaches.append(frames.reach(f, seen, rho, start.t, end.t))
    always = reaches[0][1] + reaches[1][1]
    if always > 0:
        start.tube = end.tube = True
    off0, off1 = [
        always * length + sum(min(x, most * length) for k in (0, 1) for x, most in zip(one.off[k], reaches[k][2])) for one in (start, end)
    ]
    span = end.t - start.t
    D = (((reaches[0][0] + reaches[1][0]) * length * span * span) >> (2 * BITS + 1)) + 1
    while True:
        S0, S1 = start.apart() - off0, end.apart() - off1
        apart = abs(S0 - S1)
        if S0 > 0 and S1 > 0 and (apart >= D or 2 * D * (S0 + S1) > D * D + apart * apart):
            return True
        first, then, least = (start, end, S0) if S0 < S1 else (end, start, S1)
        work.steps += 1
        if not first.open() and (least <= 0 or not then.open()):
            return False


def judge_leaf(question, nodes, n, t0, t1, work):
    length, frames = root_up(sum(x * x for x in n) << (2 * BITS)), question[0]
    known = frames.looks
    pending, pieces = [(end_at(question, nodes, n, length, t0), end_at(question, nodes, n, length, t1))], 0
    while pending:
        start, end = pending.pop()
        pieces += 1
        work.pieces += 1
        held = holds(question, nodes, length, start, end, work)
        work.steps += frames.looks - known
        known = frames.looks
        if held:
            continue
        if start.refuted() or end.refuted():
            return "refuted"
        if pieces > MOST_PIECES or end.t - start.t < ONE >> 60 or work.spent():
            return "undecided"
        middle = end_at(question, nodes, n, length, (start.t + end.t) >> 1)
        pending += [(middle, end), (start, middle)]
    return "proven"


def exact_time(t):
    if not (0 <= t <= 1) or not (t * SCALE).is_integer():
        raise Malformed("no time in [0, 1] that is a multiple of 2^-120")
    return int(t * SCALE)


def run_stream(data, question, start, until, work):
    stack, at, n, judgement = [((0, 0), start)], 0, None, "proven"

    def take(form):
        nonlocal at
        size = struct.calcsize(form)
        if at + size > len(data):
            raise Malformed("a stream ends before its pair is proven")
        at += size
        return struct.unpack(form, data[at - size : at])

    while stack:
        nodes, t = stack.pop()
        code = take("<B")[0]
        what, wide, timed = code & 3, (code >> 2) & 3, (code >> 4) & 3
        if code == 0x40:
            judgement = "undecided"
            continue
        if code & 64 or (code > 127 and wide) or (what > 1 and code > 3) or (what == 0 and timed):
            raise Malformed("no operation has the code %d" % code)
        if what > 1:
            side = what - 2
            second = question[1][side][0].second[nodes[side]]
            if second < 0:
                raise Malformed("a stream splits a single triangle")
            first = nodes[side] + 1
            for child in (second, first):
                stack.append(((child, nodes[1]) if side == 0 else (nodes[0], child), t))
            continue
        if code > 127:
            n = integers([number(x, "direction") for x in take("<3d")])
        elif wide < 3:
            n = take(("<3b", "<3h", "<3i")[wide])
        if n is None or not any(n):
            raise Malformed("a leaf has no direction")
        end = until
        if what == 1:
            x = take(("<B", "<H", "<I", "<d")[timed])[0]
            end = exact_time(x) if timed == 3 else x << (BITS - (8 << timed))
            if not t < end < until:
                raise Malformed("a leaf ends before it begins, or not before the end")
        work.leaves += 1
        leaf = judge_leaf(question, nodes, n, t, end, work)
        if leaf == "refuted":
            return leaf
        if leaf == "undecided":
            judgement = leaf
        if work.spent():
            return "undecided"
        if what == 1:
            stack.append((nodes, end))
    if at != len(data):
        raise Malformed("a stream goes on when its pair is proven")
    return judgement


# ---- values that follow -------------------------------------------------------------------------------------------------


def length_of(x):
    return root_up(sum((abs(y) + 1) ** 2 for y in x))


def sum_of(x):
    return sum(map(abs, x))


def size_of(per):
    return root_up(sum((abs(m) + e) ** 2 for m, e in per))


def between_nodes(far, rest):
    """What a function is at most that is within rest of a polynomial, by what it is at Chebyshev's instants."""
    return 7 * (far + rest) // 6 + rest + 1


def inverted(a):
    n = len(a)
    rows = [list(own) + [1.0 if i == j else 0.0 for j in range(n)] for i, own in enumerate(a)]
    for c in range(n):
        best = c
        for r in range(c + 1, n):
            if abs(rows[r][c]) > abs(rows[best][c]):
                best = r
        rows[c], rows[best] = rows[best], rows[c]
        pivot = rows[c][c]
        if not abs(pivot) > 0:
            return None
        rows[c] = [x / pivot for x in rows[c]]
        for r in range(n):
            factor = rows[r][c]
            if r != c and factor != 0:
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[c])]
    return [own[n:] for own in rows]


class Closure:
    """Points of two frames are in one place: over all of a segment there is one solution within the errors told."""

    def __init__(self, frames, joins, unknown, errors, rows, open_, until, work):
        self.errors, self.rows, self.open, self.until, self.work = errors, rows, open_, until, work
        self.numbers, self.looks = {value: j for j, value in enumerate(unknown)}, {}
        self.sides, row = [], 0
        for a, b, at in joins:
            self.sides += [(frames.below(a, b), at, 1, row), (frames.below(b, a), at, -1, row)]
            row += 3 * len(at)
        self.count = row

    def judge(self):
        pending, spans = [(0, self.until)], 0
        while pending:
            start, end = pending.pop()
            spans += 1
            if spans > 512 or self.work.spent():
                return "undecided"
            found = self.judge_span(start, end)
            if found == "refuted":
                return found
            if found == "undecided":
                if end - start < ONE >> 12:
                    return found
                middle = (start + end) >> 1
                pending += [(middle, end), (start, middle)]
        return "proven"

    def alone(self, errors):
        """Whether at the start there is one solution only within errors of that size."""
        slopes = self.slopes_over(0, 0, errors)
        inverse = self.inverse_of(slopes)
        if inverse is None:
            return False
        rows, error = self.open_at(0)
        contraction = self.contraction(slopes, inverse)
        return self.contracts(self.bounds(([0], [rows], error, 0), slopes, inverse), contraction, errors)

    def judge_span(self, start, end):
        look = self.open_over(start, end)
        if look is None:
            return "undecided"
        pending = [(start, end)]
        while pending:
            a, b = pending.pop()
            found = self.judge_part(look, a, b)
            if found == "refuted":
                return found
            if found == "undecided":
                if (b - a) * 64 <= end - start or self.work.spent():
                    return found
                middle = (a + b) >> 1
                pending += [(middle, b), (a, middle)]
        return "proven"

    def judge_part(self, look, a, b):
        n = len(self.errors)
        self.work.pieces += 1
        self.work.steps += n * n * (3 * n + len(look[0]))
        slopes = self.slopes_over(a, b, self.errors)
        inverse = self.inverse_of(slopes)
        if inverse is None:
            return "undecided"
        contraction = self.contraction(slopes, inverse)
        if not all(self.times(row, self.errors) < e for row, e in zip(contraction, self.errors)):
            return "undecided"
        if self.contracts(self.bounds(look, slopes, inverse), contraction, self.errors):
            return "proven" if self.closed(look, slopes) else "undecided"
        return "refuted" if self.elsewhere(look, slopes, inverse, contraction, a, b) else "undecided"

    def times(self, row, errors):
        return sum(((c * e) >> BITS) + 1 for c, e in zip(row, errors))

    def contracts(self, bounds, contraction, errors):
        return all(b + self.times(row, errors) < e for b, row, e in zip(bounds, contraction, errors))

    def closed(self, look, slopes):
        columns, off, given = slopes
        for row in set(range(self.count)) - set(self.rows):
            far = max(abs(one[row]) for one in look[1])
            sizes = [max(abs(own[row][j]) for own in columns) + more for j, more in enumerate(off[row])]
            if between_nodes(far + look[2], look[3]) + given[row] + self.times(sizes, self.errors) > self.open:
                return False
        return True

    def elsewhere(self, look, slopes, inverse, contraction, a, b):
        for t, rows in zip(look[0], look[1]):
            if not a <= t <= b:
                continue
            for i, own in enumerate(inverse):
                total = sum(y * rows[row] for y, row in zip(own, self.rows))
                doubt = sum(abs(y) * (look[2] + slopes[2][row]) for y, row in zip(own, self.rows))
                if abs(total) - doubt > (self.errors[i] + self.times(contraction[i], self.errors) + 2) << BITS:
                    return True
        return False

    def bounds(self, look, slopes, inverse):
        out = []
        for own in inverse:
            far = max(abs(sum(y * rows[row] for y, row in zip(own, self.rows))) for rows in look[1])
            size = sum_of(own)
            more = sum(abs(y) * slopes[2][row] for y, row in zip(own, self.rows))
            out.append(((between_nodes(far + size * look[2], size * look[3]) + more) >> BITS) + 2)
        return out

    def contraction(self, slopes, inverse):
        columns, off, _ = slopes
        out = []
        for i, own in enumerate(inverse):
            line = []
            for j in range(len(own)):
                less = (ONE << BITS) if i == j else 0
                far = max(abs(sum(y * all_[row][j] for y, row in zip(own, self.rows)) - less) for all_ in columns)
                doubt = sum(abs(y) * off[row][j] for y, row in zip(own, self.rows))
                line.append(((far + doubt) >> BITS) + 1)
            out.append(line)
        return out

    def inverse_of(self, slopes):
        inverse = inverted([[float(x) / 2.0**120 for x in slopes[0][0][row]] for row in self.rows])
        if inverse is None or not all(abs(x) < 2.0**100 for own in inverse for x in own):
            return None
        return [[fixed(x) for x in own] for own in inverse]

    def open_at(self, t):
        rows, error = [0] * self.count, 0
        for steps, points, sign, row in self.sides:
            pose = HERE
            for step in steps:
                pose = after(step_at(step, t), pose)
            self.work.steps += 5 * len(steps)
            for k, x in enumerate(points):
                p, e = point_of(pose, x)
                for i in range(3):
                    rows[row + 3 * k + i] += sign * p[i]
                error = max(error, e)
        return rows, 2 * error

    def open_over(self, start, end):
        middle, half = (start + end) >> 1, (end - start + 1) >> 1
        for degree in (6, 10, 16):
            rest = self.rest_of(middle, half, degree)
            if rest is None or rest << 10 > min(self.errors):
                continue
            nodes, times, rows, error = 3 * degree, [], [], 0
            for k in range(nodes):
                _, cos, _ = sin_cos((((2 * k + 1) * PI_200 // (2 * nodes)) >> 80, 1))
                times.append(middle + ((half * cos) >> BITS))
                look, e = self.open_at(times[-1])
                rows.append(look)
                error = max(error, e)
            return times, rows, error, rest
        return None

    def rest_of(self, middle, half, degree):
        best = None
        for s in range(1, 7):
            wide, largest = ((half << s) + (half >> s)) // 2 + 1, 0
            for steps, points, _, _ in self.sides:
                turned, length = 0, max(map(length_of, points))
                for step in steps:
                    if step[0] == "turn":
                        turned += spread([step[2]], middle, wide)[1]
                    elif step[0] == "way":
                        length += sum(spread(step[1], middle, wide))
                doubled = 3 * turned // (2 * ONE) + 1
                if doubled > 100:
                    return best
                largest += length << doubled
            rest = ((2 * largest) >> (s * degree)) // ((1 << s) - 1) + 1
            best = rest if best is None else min(best, rest)
        return best

    def table(self):
        return [[0] * len(self.numbers) for _ in range(self.count)]

    def follows(self, step):
        return self.numbers.get(step[-2]) if step[0] in ("turn", "way") and step[-2] is not None else None

    def slopes_over(self, start, end, errors):
        """Derivatives in the middle and at the ends, by how much they can be off what is between, what is given."""
        looks = [self.columns_at(t) for t in ((start + end) >> 1, start, end)]
        off = [[max(one[1][row][j] for one in looks) for j in range(len(self.numbers))] for row in range(self.count)]
        out = ([one[0] for one in looks], off, [0] * self.count)
        for side in self.sides:
            self.add_off(side, start, end, errors, out)
        return out

    def columns_at(self, t):
        if t in self.looks:
            return self.looks[t]
        out = (self.table(), self.table())
        for steps, points, sign, first in self.sides:
            poses, whole = [], HERE
            for step in reversed(steps):
                poses.append(whole)
                whole = after(whole, step_at(step, t))
            poses.reverse()
            self.work.steps += 5 * len(steps)
            places = [point_of(whole, x) for x in points]
            for k, step in enumerate(steps):
                j = self.follows(step)
                for p, place in enumerate(places if j is not None else []):
                    column, e = column_of(step, poses[k], *place)
                    for i in range(3):
                        row = first + 3 * p + i
                        out[0][row][j] += sign * column[i]
                        out[1][row][j] += e
        if len(self.looks) >= 1024:
            self.looks.clear()
        self.looks[t] = out
        return out

    def add_off(self, side, start, end, errors, out):
        steps, points, _, first = side
        begin = far = max(map(length_of, points))
        given, levers, changes, rates = 0, [], [], []
        for step in steps:
            levers.append(far)
            if step[0] not in ("turn", "way"):
                changes.append(0)
                rates.append((0, 0, 0))
                continue
            rates.append(bounds_of([step[2]] if step[0] == "turn" else step[1], start, end))
            off, _, per = step[-3:]
            j = self.follows(step)
            if j is not None:
                off = ((size_of(per) * errors[j]) >> BITS) + 1
            else:
                given += ((off * far) >> BITS) + 1 if step[0] == "turn" else off
            far += rates[-1][0] + off if step[0] == "way" else 0
            changes.append(off)
        for i in range(3 * len(points)):
            out[2][first + i] += given
        span = end - start
        for k, step in enumerate(steps):
            j = self.follows(step)
            if j is None:
                continue
            change, turns = 0, step[0] == "turn"
            for m, other in enumerate(steps):
                if other[0] == "turn":
                    lever = (levers[k] if m >= k else levers[m]) if turns else ONE if m > k else 0
                    change += ((changes[m] * lever) >> BITS) + 1
                elif other[0] == "way" and turns and m < k:
                    change += changes[m]
            bend = (((bend_of(steps, rates, begin, k) * span) >> BITS) * span >> (BITS + 5)) + 1
            more = ((size_of(step[-1]) * (bend + change)) >> BITS) + 1
            for i in range(3 * len(points)):
                out[1][first + i][j] += more


def bend_of(steps, rates, far, k):
    """How much the derivative by step k bends at most: steps after it only turn it."""
    turns = steps[k][0] == "turn"
    r, v, a = far if turns else ONE, 0, 0
    for m in range(0 if turns else k + 1, len(steps)):
        x, y, z = rates[m]
        if steps[m][0] == "turn":
            a += ((2 * y * v + (((y * y) >> BITS) + 1 + z) * r) >> BITS) + 1
            v += ((y * r) >> BITS) + 1
        elif m < k:
            r, v, a = r + x, v + y, a + z
    return a


def point_of(pose, x):
    R, p, eR, ep = pose
    return [y + z for y, z in zip(rotate(R, x), p)], ep + ((sum_of(x) * eR) >> BITS) + 4


def column_of(step, pose, P, e):
    """By how much a point goes where the step's value goes by one."""
    R, p, eR, ep = pose
    per = step[-1]
    if step[0] == "way":
        along = [m for m, _ in per]
        return rotate(R, along), ((sum_of(along) * eR) >> BITS) + 8
    x, y, z = rotate(R, step[1])
    d = [a - b for a, b in zip(P, p)]
    crossed = [y * d[2] - z * d[1], z * d[0] - x * d[2], x * d[1] - y * d[0]]
    off = ((sum_of(d) * (2 * eR + 16)) >> BITS) + 2 * (e + ep) + 4
    error = (((abs(per[0][0]) + per[0][1]) * off) >> BITS) + ((sum_of(d) * per[0][1]) >> BITS) + 4
    return [(c * per[0][0]) >> (2 * BITS) for c in crossed], error


# ---- solids -------------------------------------------------------------------------------------------------------------

RAYS = [(480, 601, 643), (-353, 863, 361), (281, -577, 769), (-797, 359, -479)]


def det(d, a, b):
    return (
        d[0] * (a[1] * b[2] - a[2] * b[1]) + d[1] * (a[2] * b[0] - a[0] * b[2]) + d[2] * (a[0] * b[1] - a[1] * b[0])
    )


def crossings(solid, x, e, d):
    count = 0
    for t in range(solid.count):
        a, b, c = corners = [[y - z for y, z in zip(corner, x)] for corner in solid.corners_of(t)]
        if a == b or b == c or c == a:
            continue
        size = max(abs(y) for corner in corners for y in corner) + e
        doubt = 12000 * (size + e) * e
        sides = [det(d, a, b), det(d, b, c), det(d, c, a)]
        if max(sides) > doubt and min(sides) < -doubt:
            continue
        ahead = det(a, b, c)
        if min(map(abs, sides)) <= doubt or abs(ahead) <= 18 * size * size * e:
            return None
        if (ahead > 0) == (sides[0] > 0):
            count += 1 if ahead > 0 else -1
    return count


def is_inside(solid, winding, point, pose, work):
    R, p, eR, ep = pose
    x = [y + z for y, z in zip(rotate(R, point), p)]
    e = ep + ((sum(map(abs, point)) * eR) >> BITS) + 8
    low, high = solid.box(0)
    if any(x[k] + e < low[k] or x[k] - e > high[k] + 1 for k in range(3)):
        return False
    for ray in RAYS:
        work.steps += 10 * solid.count
        count = crossings(solid, x, e, ray)
        if count is not None:
            return (count if winding else count % 2) != 0
    return None


# ---- the file -----------------------------------------------------------------------------------------------------------


def row_of(row, what, keys):
    if not isinstance(row, dict):
        raise Malformed("%s is no record" % what)
    if None in row.values():
        raise Malformed("%s: a value is null" % what)
    known = keys.split()
    for key in row:
        if key not in known and key + "?" not in known:
            raise Malformed("%s: unknown key" % what)
    for key in known:
        if not key.endswith("?") and key not in row:
            raise Malformed("%s: '%s' is missing" % (what, key))
    return row


def number(x, what, least=-LARGEST, most=LARGEST):
    if isinstance(x, bool) or not isinstance(x, (int, float)):
        raise Malformed("%s is no number" % what)
    try:
        x = float(x)
    except OverflowError:
        raise Malformed("%s is too large" % what) from None
    if not least <= x <= most:
        raise Malformed("%s is out of range" % what)
    return x


def index(x, what, count, least=0):
    x = number(x, what, least, count - 1) if count > least else number(None, what)
    if not x.is_integer():
        raise Malformed("%s is no whole number" % what)
    return int(x)


def items(x, what, least, most):
    if not isinstance(x, list) or not least <= len(x) <= most:
        raise Malformed("%s is no list of %d to %d" % (what, least, most))
    return x


def numbers(x, what, count, most=None):
    return [number(one, what) for one in items(x, what, count, most or count)]


def pose_of(x, what):
    seven = numbers(x, what, 7)
    if not any(seven[3:]):
        raise Malformed("%s: a quaternion is 0" % what)
    return seven


def word(x, what):
    # as UTF-16 counts
    if not isinstance(x, str) or len(x) + sum(c > "\uffff" for c in x) > 10000:
        raise Malformed("%s is no text" % what)
    return x


def data_of(x, what, size=1):
    if not isinstance(x, str) or len(x) % 4 or not re.fullmatch("[A-Za-z0-9+/]*={0,2}", x):
        raise Malformed("%s is no base64" % what)
    try:
        data = base64.b64decode(x)
    except (binascii.Error, ValueError):
        raise Malformed("%s is no base64" % what) from None
    if len(data) % size:
        raise Malformed("%s has a part of a number" % what)
    return data


def doubles(x, what, least):
    data = data_of(x, what, 8)
    return [number(y, what, least) for y in struct.unpack("<%dd" % (len(data) // 8), data)]


def inputs_of(given):
    inputs = []
    for one in items(given, "inputs", 0, 10000):
        row_of(one, "input", "name sha256")
        if not re.fullmatch("[0-9a-f]{64}", word(one["sha256"], "sha256")):
            raise Malformed("input: sha256 has not 64 digits")
        inputs.append((word(one["name"], "name"), one["sha256"]))
    return inputs


def key_or(row, key, default):
    return default if key not in row else row[key]


class Problem:
    def __init__(self, clearance):
        self.clearance = clearance
        self.shapes, self.frames, self.bodies, self.pairs, self.untested = [], [], [], [], {}
        self.named, self.left, self.values, self.before = None, 0, 0, None
        self.depths, self.triangles, self.corners = [], 0, 0
        # where carried frames stand: (frame that they stand on, pose)
        self.names, self.places, self.carried, self.reasons, self.changes = [], {}, [], {}, 0
        self.most_pairs, self.apart, self.uncertain, self.closures = 0, set(), [], []

    def shape(self, row):
        row_of(row, "shape", "kind corners triangles cuts? radius? radii?")
        corners = doubles(row["corners"], "corners", -LARGEST)
        data = data_of(row["triangles"], "triangles", 12)
        triangles = struct.unpack("<%dI" % (len(data) // 4), data)
        if not triangles or len(corners) % 3 or max(triangles) >= len(corners) // 3:
            raise Malformed("shape: has no triangles, or triangles without corners")
        self.triangles += len(triangles) // 3
        self.corners += len(corners) // 3
        if max(self.triangles, self.corners) > MOST_TRIANGLES or len(self.shapes) >= 20000:
            raise Malformed("too many shapes, triangles or corners")
        radius = number(key_or(row, "radius", 0), "radius", 0)
        if "radii" in row:
            radius = doubles(row["radii"], "radii", 0)
            if "radius" in row or len(radius) != len(triangles) // 3:
                raise Malformed("shape: radii are not one for each triangle")
        cuts = data_of(row["cuts"], "cuts") if "cuts" in row else None
        self.shapes.append(Shape(corners, triangles, cuts, radius))

    def frame(self, row):
        row_of(row, "frame", "kind name? parent at? moves? axis? pitch? value? times? plus? off?")
        parent = index(row["parent"], "parent", len(self.frames), -1)
        self.depths.append(0)
        self.place(len(self.frames), parent)
        self.names.append(word(key_or(row, "name", ""), "name"))
        moves = word(key_or(row, "moves", ""), "moves")
        joint = moves in ("revolute", "prismatic", "helical")
        if not joint and moves not in ("", "free", "carried", "guide"):
            raise Malformed("frame: nothing moves so")
        pitch = "pitch " if moves == "helical" else ""
        at = "" if moves == "carried" else "at? "
        row_of(row, "frame", "kind name? parent " + at + ("moves axis %svalue times? plus? off?" % pitch if joint else "moves? off?"))
        self.no_guide(parent)
        if moves == "carried" and parent >= 0:
            raise Malformed("frame: what a carried one stands on is told by phases")
        axis = integers(numbers(row["axis"], "axis", 3)) if joint else [0, 0, 1]
        if not any(axis):
            raise Malformed("frame: an axis is 0")
        value = index(row["value"], "value", 1000000) if joint else -1
        self.values = max(self.values, value + 1)
        at = pose_of(row["at"], "at") if "at" in row else None
        rest = [number(key_or(row, k, d), k) for k, d in (("pitch", 0), ("times", 1), ("plus", 0))]
        if len(self.frames) >= 1000000:
            raise Malformed("too many frames")
        loose = self.loose(numbers(row["off"], "off", 2, 5)) if "off" in row else []
        self.frames.append((parent, at, moves, axis, value, *rest, loose))

    def loose(self, off):
        (length, angle), axis = (number(x, "off", 0) for x in off[:2]), off[2:]
        if axis and (len(axis) < 3 or not any(axis)):
            raise Malformed("off: its axis has not three numbers, or is 0")
        self.uncertain.append((self.names[-1], length, angle))
        return [("loose", fixed_up(length), fixed_up(angle), unit(integers(axis)) if axis else None)]

    def no_guide(self, frame):
        if frame >= 0 and self.frames[frame][2] == "guide":
            raise Malformed("a guide carries nothing")

    def closure(self, row):
        row_of(row, "closure", "kind unknown joins")
        if len(self.closures) >= 1000:
            raise Malformed("too many closures")
        unknown = [index(x, "unknown", self.values) for x in items(row["unknown"], "unknown", 1, 64)]
        if len(set(unknown)) < len(unknown):
            raise Malformed("closure: a value stands twice")
        joins = []
        for one in items(row["joins"], "joins", 1, 64):
            row_of(one, "join", "a b at")
            a, b = (index(one[k], "frame", len(self.frames)) for k in "ab")
            joins.append((a, b, [[fixed(y) for y in numbers(x, "at", 3)] for x in items(one["at"], "at", 1, 3)]))
        self.closures.append((unknown, joins, sum(3 * len(at) for _, _, at in joins)))

    def closed_in(self, one, before, values, frames):
        """A closure that holds in a segment, and what values can be off where it begins by what was before."""
        row_of(one, "closed", "closure rows open")
        unknown, joins, count = self.closures[index(one["closure"], "closure", len(self.closures))]
        rows = [index(x, "row", count) for x in items(one["rows"], "rows", len(unknown), len(unknown))]
        if len(set(rows)) < len(rows):
            raise Malformed("closed: a row stands twice")
        for a, b, _ in joins:
            if any(self.frames[f][-1] for frame in (a, b) for f in frames.above(frame)):
                raise Malformed("closed: a frame may be elsewhere")
        errors, knot = [fixed_up(values[v][1]) for v in unknown], None
        if before is not None:
            knot = []
            for v, own in zip(unknown, errors):
                (end, e), (start, f) = value_at(before[0][v][0], ONE), values[v][0][0]
                knot.append(max(own, abs(end - start) + e + f + fixed_up(before[0][v][1])))
        open_ = fixed_up(number(one["open"], "open", 0))
        return (frames, joins, unknown, errors, rows, open_), knot

    def place(self, frame, on):
        self.depths[frame] = 1 if on < 0 else self.depths[on] + 1
        if self.depths[frame] > 1000:
            raise Malformed("more than 1000 frames stand on one another")

    def phase(self, row, start):
        """Carried frames stand somewhere else from a path time on, and pairs are told anew."""
        row_of(row, "phase", "kind carried? tolerance?")
        moved = [f for f, frame in enumerate(self.frames) if frame[2] == "carried"]
        places = {}
        for f, one in zip(moved, items(key_or(row, "carried", []), "carried", len(moved), len(moved))):
            row_of(one, "carried", "on at?")
            places[f] = (index(one["on"], "on", f, -1), pose_of(key_or(one, "at", [0, 0, 0, 0, 0, 0, 1]), "at"))
            self.no_guide(places[f][0])
            if f not in self.places or self.places[f][0] != places[f][0]:
                on = places[f][0]
                self.carried.append((self.names[f], self.names[on] if on >= 0 else None, start))
            if len(self.carried) > 100000:
                raise Malformed("something is carried too often")
        self.places, self.changes = places, 0
        for f, frame in enumerate(self.frames):
            self.place(f, places[f][0] if f in places else frame[0])
            self.changes += self.depths[f] if f in places else 0
        count = len(self.bodies)
        self.changes += (count * (count - 1) // 2) >> 10
        self.pairs, self.named, self.reasons = [], None, {}

    def body(self, row):
        row_of(row, "body", "kind name shape frame solid?")
        solid = key_or(row, "solid", None)
        if solid not in (None, "winding", "parity") or len(self.bodies) >= 20000:
            raise Malformed("body: solid is neither winding nor parity, or too many bodies")
        shape = self.shapes[index(row["shape"], "shape", len(self.shapes))]
        if solid and not shape.is_closed(solid == "winding"):
            raise Malformed("body: a solid is not closed")
        frame = index(row["frame"], "frame", len(self.frames), -1)
        self.no_guide(frame)
        self.bodies.append((word(row["name"], "name"), shape, frame, solid))

    def name(self, a, b):
        """Every body of a list with every other one of a second list; how many pairs these are. A bit for each partner."""
        if self.named is None:
            n = len(self.bodies)
            self.named, self.left = [0] * n, n * (n - 1) // 2
        of_a, of_b = sum(1 << x for x in a), sum(1 << x for x in b)
        if any(self.named[x] & of_b & ~(1 << x) for x in a):
            raise Malformed("a pair stands twice")
        for x in a:
            self.named[x] |= of_b
        for x in b:
            self.named[x] |= of_a
        for x in set(a) & set(b):
            self.named[x] &= ~(1 << x)
        both = len(set(a) & set(b))
        count = len(a) * len(b) - both - both * (both - 1) // 2
        self.left -= count
        if count == 0:
            raise Malformed("there is no pair of two bodies in it")
        return count

    def pair(self, row):
        row_of(row, "pair", "kind a b clearance? leave? arrive?")
        a, b = (index(row[k], "body", len(self.bodies)) for k in "ab")
        self.name([a], [b])
        clearance = number(key_or(row, "clearance", self.clearance), "clearance", 0)
        self.pairs.append((a, b, clearance, {k: word(row[k], k) for k in ("leave", "arrive") if k in row}))
        self.most_pairs = max(self.most_pairs, len(self.pairs))
        self.apart.add(clearance)

    def leave_out(self, row):
        row_of(row, "untested", "kind a b by why")
        a, b = ([index(x, "body", len(self.bodies)) for x in items(row[k], "bodies", 1, 20000)] for k in "ab")
        if len(set(a)) < len(a) or len(set(b)) < len(b):
            raise Malformed("untested: a body stands twice in a list")
        count, reason = self.name(a, b), (word(row["by"], "by"), word(row["why"], "why"))
        self.changes += count >> 4
        self.reasons[reason] = self.reasons.get(reason, 0) + count
        self.untested[reason] = max(self.untested.get(reason, 0), self.reasons[reason])
        if len(self.untested) > 10000:
            raise Malformed("untested: too many reasons")

    def require_all_pairs(self):
        if not self.places and any(frame[2] == "carried" for frame in self.frames):
            raise Malformed("a phase must tell what is carried where")
        if self.left > 0 or (self.named is None and len(self.bodies) > 1):
            raise Malformed("two bodies are neither tested nor said not to be")

    def value(self, row):
        row_of(row, "value", "line? powers? part? error?")
        if ("line" in row) == ("powers" in row):
            raise Malformed("value: is neither a line nor powers")
        if "line" in row:
            a, b = map(ball, numbers(row["line"], "line", 2))
            given = [a, minus(b, a)]
        else:
            given = [ball(x) for x in numbers(row["powers"], "powers", 1, 8)]
        return part_of(given, part_in(row)), number(key_or(row, "error", 0), "error", 0)

    def segment(self, row):
        """The frames as they move, and whether they begin exactly where they were."""
        values = [self.value(x) for x in items(key_or(row, "values", []), "values", self.values, self.values)]
        free = [f for f, frame in enumerate(self.frames) if frame[2] in ("free", "guide")]
        motions = [free_motion(x) for x in items(key_or(row, "motions", []), "motions", len(free), len(free))]
        own = dict(zip(free, motions))
        steps = []
        for f, (_, at, moves, axis, value, pitch, by, more, loose) in enumerate(self.frames):
            at = self.places[f][1] if f in self.places else at
            stand = [still(at[3:]), way([[ball(x)] for x in at[:3]])] if at else []
            if value < 0:
                steps.append(loose + (own[f][0] if f in own else []) + stand)
                continue
            polynomial, error = values[value]
            v = [plus(times(c, ball(by)), ball(more) if m == 0 else ZERO) for m, c in enumerate(polynomial)]
            off = ((fixed_up(error) * fixed_up(abs(by))) >> BITS) + 2 if error else 0
            joint = []
            if moves != "prismatic":
                if sum(abs(m) + e for m, e in v) > ONE << 20:
                    raise Malformed("an angle is larger than 2^20 radians")
                joint.append(turn(axis, v, off, value, [ball(by)]))
            if moves != "revolute":
                slide = times(ball(pitch), ((ONE << 200) // (2 * PI_200), 1)) if moves == "helical" else ball(1.0)
                along = [[times(times(c, slide), (u, 2)) for c in v] for u in unit(axis)]
                per = [times(times(ball(by), slide), (u, 2)) for u in unit(axis)]
                joint.append(way(along, ((off * (abs(slide[0]) + slide[1])) >> BITS) + 1 if off else 0, value, per))
            steps.append(loose + joint + stand)
        frames = Frames([self.places[f][0] if f in self.places else frame[0] for f, frame in enumerate(self.frames)], steps)
        before, self.before = self.before, (values, motions, frames, self.places)
        closed = [self.closed_in(x, before, values, frames) for x in items(key_or(row, "closed", []), "closed", 0, 64)]
        followers = [v for one, _ in closed for v in one[2]]
        if len(set(followers)) < len(followers):
            raise Malformed("closed: a value follows twice")
        return frames, before is None or self.joins(before, self.before, free), closed

    def joins(self, before, after, free):
        joined = True

        def compare(end, start, tubes=0):
            nonlocal joined
            apart = abs(end[0] - start[0]) + end[1] + start[1]
            joined = joined and apart == 0
            if (apart - tubes) << 30 > abs(start[0]) + ONE:
                raise Malformed("the path jumps between two segments")

        joints = []
        for (p, e), (q, f) in zip(before[0], after[0]):
            joints.append((value_at(p, ONE), q[0], fixed_up(e) + fixed_up(f)))
            compare(*joints[-1])
        for _, _, moves, _, value, pitch, by, more, _ in self.frames:
            if value < 0 or (joints[value][0] == joints[value][1] and joints[value][0][1] == 0):
                continue
            # what is little of a value may be much of a joint
            for scale in (1.0, pitch) if moves == "helical" else (1.0,):
                factor, rest = times(ball(by), ball(scale)), times(ball(more), ball(scale))
                v, w = (plus(times(x, factor), rest) for x in joints[value][:2])
                compare(v, w, ((joints[value][2] * (abs(factor[0]) + factor[1])) >> BITS) + 1)
        def compare_poses(end, start):
            for x, y in zip(end[0] + end[1], start[0] + start[1]):
                compare((x, 0), (y, 0))

        for f in after[3]:
            if before[3].get(f) != after[3][f]:
                compare_poses(before[2].pose_at(f, -1, ONE), after[2].pose_at(f, -1, 0))
        for f, was, now in zip(free, before[1], after[1]):
            if self.frames[f][2] == "guide" or (was[2] is not None and was[2] == now[1]):
                continue
            joined = False
            compare_poses(before[2].own_at(f, ONE), after[2].own_at(f, 0))
        return joined


def part_in(row):
    if "part" not in row:
        return (0.0, 1.0)
    f, e = numbers(row["part"], "part", 2)
    if not 0 <= f < e <= 1:
        raise Malformed("part: is no part of [0, 1]")
    return (f, e)


def screw_motion(row):
    row_of(row, "screw", "pose way? axis? angle? part? tube?")
    part = part_in(row)
    start = pose_of(row["pose"], "pose")
    off = fixed_up(number(key_or(row, "tube", 0), "tube", 0))
    places = [start[:3]] + [numbers(x, "way", 3) for x in items(key_or(row, "way", []), "way", 0, 7)]
    path = way([part_of([ball(x[k]) for x in places], part) for k in range(3)], off)
    axis = numbers(key_or(row, "axis", [0, 0, 1]), "axis", 3)
    angle = part_of([ball(x) for x in numbers(key_or(row, "angle", [0]), "angle", 1, 8)], part)
    if not any(axis) or sum(abs(m) + e for m, e in angle) > ONE << 20:
        raise Malformed("screw: an axis is 0, or an angle too large")
    return [still(start[3:]), turn(integers(axis), angle), path]


def free_motion(row):
    """Its steps, and its poses at both ends where they are those of doubles."""
    if isinstance(row, list):
        # one on the other, the first one in the parent
        return ([s for one in items(row, "motion", 1, 64)[::-1] for s in screw_motion(one)], None, None)
    row_of(row, "motion", "between? turn? part?")
    part = part_in(row)
    if ("between" in row) == ("turn" in row):
        raise Malformed("motion: is neither between two poses nor a turn")
    if "between" in row:
        two = numbers(row["between"], "between", 14)
        pose_of(two[:7], "between")
        pose_of(two[7:], "between")
        return between(two, part), two[:7] if part[0] == 0 else None, two[7:] if part[1] == 1 else None
    spun = row_of(row["turn"], "turn", "pose way? axis? angle? offset?")
    start = pose_of(spun["pose"], "pose")
    w, u, o = (numbers(key_or(spun, k, d), k, 3) for k, d in (("way", [0, 0, 0]), ("axis", [0, 0, 1]), ("offset", [0, 0, 0])))
    if not any(u):
        raise Malformed("turn: an axis is 0")
    angle = number(key_or(spun, "angle", 0), "angle", -(2.0**20), 2.0**20)
    o = o if angle else [0.0, 0.0, 0.0]
    path = way([part_of([plus(ball(start[k]), ball(o[k])), ball(w[k])], part) for k in range(3)])
    spin = [way([[ball(-x)] for x in o]), turn(integers(u), part_of([ZERO, ball(angle)], part))] if angle else []
    return [still(start[3:])] + spin + [path], None, None


class Check:
    def __init__(self, limit):
        self.work = Work(limit)
        self.problem, self.stage, self.segments, self.until = None, 0, 0, 1.0
        self.frames, self.joined, self.next_pair, self.status, self.doubts = None, True, 0, None, ""
        self.inputs, self.witness, self.at_start = [], None, False
        self.states, self.exempt, self.exempt_now, self.followed = [], [], {}, 0  # of pairs: 0 new, 1 judged, 2 arrived

    def read(self, row):
        if self.problem is None:
            return self.header(row)
        kind = word(row.get("kind"), "kind")
        order = ["shape", "frame", "closure", "body", "phase", "pair", "segment", "verdict"]
        known = {"untested": "pair", "proof": "segment"}.get(kind, kind)
        stage = order.index(known) if known in order else -1
        if (stage < self.stage and (stage, self.stage) != (4, 6)) or stage == self.stage == 4 or self.status:
            raise Malformed("%s does not stand here" % ascii(kind[:40]))
        problem = self.problem
        if stage > 5 >= self.stage:
            problem.require_all_pairs()
            self.states, self.next_pair = [0] * len(problem.pairs), len(problem.pairs)
            self.work.steps += problem.changes
            self.require_work()
        self.stage = stage
        {
            "shape": problem.shape,
            "frame": problem.frame,
            "closure": problem.closure,
            "body": problem.body,
            "phase": self.phase,
            "pair": problem.pair,
            "untested": problem.leave_out,
            "segment": self.segment,
            "proof": self.proof,
            "verdict": self.verdict,
        }[kind](row)

    def header(self, row):
        if row.get("kind") != "inbetween-proof/1":
            raise Malformed("this is no inbetween-proof/1")
        row_of(row, "header", "kind by question segments clearance tolerance inputs")
        self.inputs = inputs_of(row["inputs"])
        word(row["by"], "by")
        word(row["question"], "question")
        self.tolerance = self.own_tolerance = self.most_tolerance = number(row["tolerance"], "tolerance", 2.0**-300)
        self.whole = index(row["segments"], "segments", 10000001, 1)
        self.problem = Problem(number(row["clearance"], "clearance", 0))

    def phase(self, row):
        if self.segments and self.next_pair < len(self.problem.pairs):
            raise Malformed("a pair has no proof in a segment")
        if self.until < 1 or self.segments == self.whole:
            raise Malformed("a phase stands behind the last segment")
        self.problem.phase(row, self.segments)
        self.own_tolerance = number(key_or(row, "tolerance", self.tolerance), "tolerance", 2.0**-300)
        self.most_tolerance = max(self.most_tolerance, self.own_tolerance)

    def segment(self, row):
        row_of(row, "segment", "kind until? values? motions? closed?")
        if self.segments and self.next_pair < len(self.problem.pairs):
            raise Malformed("a pair has no proof in a segment")
        if self.until < 1 or self.segments == self.whole:
            raise Malformed("a segment stands behind the last one")
        self.until = number(key_or(row, "until", 1), "until", 2.0**-67, 1)
        exact_time(self.until)
        self.segments += 1
        self.next_pair = 0
        self.work.steps += len(self.problem.frames)
        self.require_work()
        self.frames, self.joined, closed = self.problem.segment(row)
        where = "segment %d: what follows" % (self.segments - 1)
        self.followed += 1 if closed else 0
        for one, knot in closed:
            closure = Closure(*one, exact_time(self.until), self.work)
            self.judge(closure.judge(), where + " is not within its tubes", where + ": within its tubes or not could not be decided")
            self.require_work()
            if knot is not None and not closure.alone(knot):
                self.doubts = self.doubts or where + ": that it goes on from where it was is not shown"

    def proof(self, row):
        row_of(row, "proof", "kind pair frame stream leave? arrive? near?")
        problem = self.problem
        k = index(row["pair"], "pair", len(problem.pairs))
        if self.frames is None or k != self.next_pair:
            raise Malformed("proofs are not one for each pair, in their order")
        self.next_pair += 1
        first, second, clearance, may = problem.pairs[k]
        a, b = problem.bodies[first], problem.bodies[second]
        seen = index(row["frame"], "frame", len(problem.frames), -1)
        question = (self.frames, (a[1:3], b[1:3]), seen, fixed_up(clearance))
        where = "segment %d: %s and %s" % (self.segments - 1, ascii(a[0]), ascii(b[0]))
        until, state = exact_time(self.until), self.states[k]
        leave, arrive = self.window(k, may, row, until)
        data = data_of(row["stream"], "stream")
        if leave < arrive:
            found = run_stream(data, question, leave, arrive, self.work)
            self.judge(found, where + ": a leaf does not hold", where + ": not all leaves could be decided")
            self.require_work()
            if state == 0 or not self.joined:
                inside = [self.holds(a, b, leave), self.holds(b, a, leave)]
                found = "refuted" if True in inside else "undecided" if None in inside else "proven"
                self.judge(found, where + " start one inside the other", where + ": inside or not could not be decided")
        elif data:
            raise Malformed("a stream stands where there is nothing to prove")
        near = [self.near_at(a, b, clearance, one, where) for one in items(key_or(row, "near", []), "near", 0, 4096)]
        for rule, start, end in (("leave", 0, leave), ("arrive", arrive, until)):
            if start < end:
                self.exempt_from(a, b, rule, may[rule], (first, second, rule), start, end)
                own = [t for t in near if start <= t <= end]
                gaps = [y - x for x, y in zip(own, own[1:])]
                ends = own and own[0] - start <= ONE >> 9 and end - own[-1] <= ONE >> 9
                if not ends or any(not 0 <= gap <= ONE >> 4 for gap in gaps):
                    self.doubts = self.doubts or where + ": that they are near where they may touch is not shown"

    def window(self, k, may, row, until):
        """The pair is to be proven from leave to arrive; the same: not at all."""
        state = self.states[k]
        leave = exact_time(number(row["leave"], "leave", 2.0**-67, 1)) if "leave" in row else 0
        arrive = exact_time(number(row["arrive"], "arrive", 0, 1)) if "arrive" in row else until
        if "leave" in row and ("leave" not in may or state != 0):
            raise Malformed("leave: nobody said so, or it has left")
        if "arrive" in row and ("arrive" not in may or arrive >= until):
            raise Malformed("arrive: nobody said so, or not before the end")
        if leave > arrive or (leave == arrive and leave < until and (leave > 0 or state == 0)):
            raise Malformed("leave, arrive: there is nothing between")
        if state == 2 and arrive > 0:
            raise Malformed("arrive: it does not stay to the end")
        self.states[k] = 2 if arrive < until else 1 if leave < until else state
        return leave, arrive

    def exempt_from(self, a, b, rule, by, key, start, end):
        begin, end = (self.segments - 1 + t / ONE for t in (start, end))
        before = self.exempt_now.get(key)
        if before is not None and before[5] == begin:
            before[5] = end
        else:
            self.exempt_now[key] = [a[0], b[0], rule, by, begin, end]
            self.exempt.append(self.exempt_now[key])
            if len(self.exempt) > 10000:
                raise Malformed("too often two may touch")

    def near_at(self, a, b, clearance, row, where):
        inner = isinstance(row, dict) and row.get("inside") is not None
        row_of(row, "near", "t inside" if inner else "t a b u v")
        t = exact_time(number(row["t"], "t", 0, 1))
        if inner:
            self.inside(a, b, row, t, where)
        else:
            self.near(a, b, clearance, 2 * self.own_tolerance, row, t, where)
        self.require_work()
        return t

    def require_work(self):
        if self.work.spent():
            raise Ended("undecided", "it takes more work than is allowed")

    def judge(self, judgement, refuted, undecided):
        if judgement == "refuted":
            raise Ended("refuted", refuted)
        if judgement == "undecided":
            self.doubts = self.doubts or undecided

    def holds(self, solid, other, t):
        if solid[3] is None:
            return False
        pose, decided = self.frames.pose_at(other[2], solid[2], t), False
        for c in other[1].parts():
            self.require_work()
            inside = is_inside(solid[1], solid[3] == "winding", [fixed(x) for x in other[1].places[c]], pose, self.work)
            if inside:
                return True
            if inside is None:
                decided = None
        return decided

    def verdict(self, row):
        row_of(row, "verdict", "kind status witness?")
        status, pairs = row["status"], len(self.problem.pairs)
        if status not in ("free", "contact", "overlap", "unresolved"):
            raise Malformed("verdict: status is unknown")
        if self.segments == 0 or (status == "free" and (self.segments != self.whole or self.until != 1)):
            raise Malformed("the proof ends before the path does")
        # what touches at the start of a phase is shown at the start of a segment without proofs
        self.at_start = pairs > 0 and self.next_pair == 0 and self.until == 1 and (status == "overlap") == (self.segments == 1)
        shown = status == "overlap" or (status == "contact" and self.at_start)
        if not self.at_start if shown else self.next_pair < pairs:
            raise Malformed("verdict: proofs are missing, or stand where there is nothing to prove")
        if (status in ("contact", "overlap")) != ("witness" in row):
            raise Malformed("verdict: with or without a witness")
        self.status = status
        if "witness" in row:
            self.touches(row["witness"])

    def touches(self, row):
        inner = self.at_start and isinstance(row, dict) and "inside" in row
        row_of(row, "witness", "pair inside" if inner else "pair a b u v")
        k = index(row["pair"], "pair", len(self.problem.pairs))
        first, second, clearance, may = self.problem.pairs[k]
        a, b = self.problem.bodies[first], self.problem.bodies[second]
        if "leave" in may if self.at_start and self.states[k] == 0 else self.states[k] != 1:
            raise Malformed("witness: of two that may touch then")
        self.witness = "%s and %s" % (ascii(a[0]), ascii(b[0]))
        t = 0 if self.at_start else exact_time(self.until)
        if inner:
            self.inside(a, b, row, t, "witness")
        else:
            self.near(a, b, clearance, self.own_tolerance, row, t, "witness")

    def inside(self, a, b, row, t, where):
        if row["inside"] not in ("a", "b"):
            raise Malformed("witness: inside is neither a nor b")
        found = self.holds(b, a, t) if row["inside"] == "a" else self.holds(a, b, t)
        found = "undecided" if found is None else "proven" if found else "refuted"
        self.judge(found, where + ": nothing is inside", where + ": inside or not could not be decided")

    def near(self, a, b, clearance, tolerance, row, t, where):
        x, ex, rx = self.point(a, row["a"], row["u"], t)
        y, ey, ry = self.point(b, row["b"], row["v"], t)
        distance = root_up(sum((p - q) ** 2 for p, q in zip(x, y)))
        allowed = fixed(clearance) + fixed(tolerance) + rx + ry
        found = "undecided"
        if distance + ex + ey <= allowed:
            found = "proven"
        elif distance - ex - ey - 4 > allowed + 4:
            found = "refuted"
        self.judge(found, where + ": too far apart", where + ": its distance could not be decided")

    def point(self, body, triangle, weights, t):
        shape = body[1]
        k = index(triangle, "triangle", shape.count)
        u = [index(w, "weight", 2**53) for w in items(weights, "weights", 3, 3)]
        if sum(u) == 0:
            raise Malformed("witness: weights are 0")
        c = shape.corners_of(k)
        x = [quotient(u[0] * c[0][i] + u[1] * c[1][i] + u[2] * c[2][i], sum(u)) for i in range(3)]
        R, p, eR, ep = self.frames.pose_at(body[2], -1, t)
        place = [y + z for y, z in zip(rotate(R, x), p)]
        return place, ep + ((shape.lever * eR) >> BITS) + 8, fixed(shape.radii[k])


# ---- steps of deforming meshes ------------------------------------------------------------------------------------------


class Unit:
    """What all whole numbers of a step count, 2**-power, and where it is cut: after p / 2**q of it."""

    def __init__(self, power=0, time=1.0):
        self.power = power
        self.p, q = time.as_integer_ratio()
        self.q = q.bit_length() - 1

    def take(self, xs):
        self.power = max(self.power, max((x.as_integer_ratio()[1].bit_length() - 1 for x in xs), default=0))

    def whole(self, x):
        p, q = x.as_integer_ratio()
        return p << (self.power - q.bit_length() + 1)

    def length(self, x):
        return self.whole(x) << self.q

    def cut(self, start, end):
        return self.whole(start) * ((1 << self.q) - self.p) + self.whole(end) * self.p


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def difference(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def above(coefficients, closed):
    return coefficients[0] > 0 and min(coefficients) >= 0 and (not closed or coefficients[-1] > 0)


def below(coefficients, closed):
    return above([-x for x in coefficients], closed)


def product(a, b):
    """Of two vectors that go straight: coefficients of Bernstein, the middle one twice."""
    return (cross(a[0], b[0]), tuple(x + y for x, y in zip(cross(a[0], b[1]), cross(a[1], b[0]))), cross(a[1], b[1]))


def dots(a, b):
    return [
        dot(a[0], b[0]), dot(a[0], b[1]) + dot(a[1], b[0]), dot(a[0], b[2]) + dot(a[1], b[1]) + dot(a[2], b[0]),
        dot(a[1], b[2]) + dot(a[2], b[1]), dot(a[2], b[2]),
    ]  # fmt: skip


def by_volume(start, end, count, closed):
    def along(i, j):
        return (difference(start[j], start[i]), difference(end[j], end[i]))

    u, v, w = (along(1, 2), along(1, 3), along(1, 0)) if count == 1 else (along(0, 1), along(2, 3), along(0, 2))
    n = product(u, v)
    volume = [dot(n[0], w[0]), dot(n[1], w[0]) + dot(n[0], w[1]), dot(n[2], w[0]) + dot(n[1], w[1]), dot(n[2], w[1])]
    if above(volume, closed) or below(volume, closed):
        return "proven"
    whole, s = dots(n, n), dots(product(w, v), n)
    r = dots(product(u, w) if count == 1 else product(w, u), n)
    if count == 1:
        shares = [s, r, [x - y - z for x, y, z in zip(whole, s, r)]]
    else:
        shares = [s, r, [x - y for x, y in zip(whole, s)], [x - y for x, y in zip(whole, r)]]
    if any(below(share, closed) for share in shares):
        return "proven"
    meets = volume[0] * volume[3] < 0 and above(whole, True) and all(min(share) >= 0 for share in shares)
    return "refuted" if meets else "undecided"


def by_directions(start, end, count, c, closed):
    def keeps(n, places, at_least):
        along = [dot(n, x) for x in places]
        apart = min(along[count:]) - max(along[:count])
        least = c * c * dot(n, n) if c else 0
        return apart >= 0 and apart * apart >= least if at_least else apart > 0 and apart * apart > least

    def is_apart(n):
        return any(n) and keeps(n, start, False) and keeps(n, end, not closed)

    middle = [[x + y for x, y in zip(p, q)] for p, q in zip(start, end)]
    a, b = middle[:count], middle[count:]
    first = difference(b[1], b[0]) if count == 1 else difference(a[1], a[0])
    normal = cross(first, difference(b[2], b[0]) if count == 1 else difference(b[1], b[0]))
    if is_apart(normal) or is_apart([-x for x in normal]):
        return True
    for i, y in enumerate(b):
        e = difference(b[(i + 1) % len(b)], y)
        if i < 2 * len(b) - 3 and any(is_apart(cross(e, cross(difference(y, x), e))) for x in a):
            return True
        if count == 2:
            e = difference(a[1], a[0])
            if is_apart(cross(e, cross(difference(y, a[0]), e))):
                return True
    return any(is_apart(difference(y, x)) for x in a for y in b)


def judge_stencil(start, end, count, c, closed, work):
    """A vertex and a face, or two edges, more than c apart; a stretch is without its end, but where it is closed."""
    pending, stretches = [(start, end, c, closed, 0)], 0
    while pending:
        start, end, c, shut, level = pending.pop()
        stretches += 1
        work.pieces += 1
        found = by_volume(start, end, count, shut) if c == 0 else "undecided"
        if found == "refuted":
            return found
        if found == "proven" or by_directions(start, end, count, c, shut):
            continue
        if stretches >= 1024 or level >= 200 or work.spent():
            return "undecided"
        middle = [[x + y for x, y in zip(p, q)] for p, q in zip(start, end)]
        twice = [[[2 * x for x in p] for p in places] for places in (start, end)]
        pending += [(middle, twice[1], 2 * c, shut, level + 1), (twice[0], middle, 2 * c, False, level + 1)]
    return "proven"


def goes_through(p, q, a, b, c):
    n, d = cross(difference(b, a), difference(c, a)), difference(q, p)
    if dot(n, difference(p, a)) * dot(n, difference(q, a)) >= 0:
        return False
    x, y, z = (difference(corner, p) for corner in (a, b, c))
    around = [dot(d, cross(x, y)), dot(d, cross(y, z)), dot(d, cross(z, x))]
    return min(around) >= 0 or max(around) <= 0


class Mesh:
    """Where corners start and end, and features, each of which belongs to the first triangle that has it."""

    def __init__(self, name, solid, before, after, triangles, cuts, radii, unit):
        self.name, self.solid, self.unit, self.radii = name, solid, unit, radii
        self.triangles = list(zip(triangles[0::3], triangles[1::3], triangles[2::3]))
        self.corner_radii = [0.0] * (len(before) // 3)
        for triangle, radius in zip(self.triangles, radii or [0.0] * len(self.triangles)):
            for corner in triangle:
                self.corner_radii[corner] = max(self.corner_radii[corner], radius)
        wide = [max(self.corner_radii[c] for c in triangle) for triangle in self.triangles]
        self.before = Shape(before, triangles, cuts, wide)
        self.after = self.before if after is None else Shape(after, triangles, cuts, wide)
        self.own_corners, self.own_edges, self.edge_radii, self.kept = [], [], {}, {}
        known = set()
        for t, triangle in enumerate(self.triangles):
            corners, edges = [], []
            for i, corner in enumerate(triangle):
                edge = tuple(sorted((corner, triangle[(i + 1) % 3])))
                if corner not in known:
                    corners.append(corner)
                known.add(corner)
                if edge[0] == edge[1]:
                    continue
                if edge not in self.edge_radii:
                    edges.append(edge)
                self.edge_radii[edge] = max(self.edge_radii.get(edge, 0.0), radii[t] if radii else 0.0)
            self.own_corners.append(corners)
            self.own_edges.append(edges)
        unit.take(before)
        unit.take(after or [])
        unit.take(radii or [])

    def places_of(self, corner):
        if corner not in self.kept:
            if len(self.kept) >= MOST_KEPT:
                self.kept.clear()
            ends = self.before.places[corner], self.after.places[corner]
            self.kept[corner] = ([self.unit.length(x) for x in ends[0]], [self.unit.cut(x, y) for x, y in zip(*ends)])
        return self.kept[corner]

    def radius_of(self, corners):
        """The radius of a feature by all its corners; None: there is none."""
        if len(corners) == 3:
            own = [t for t, triangle in enumerate(self.triangles) if sorted(triangle) == sorted(corners)]
        else:
            own = [t for t, triangle in enumerate(self.triangles) if set(corners) <= set(triangle)]
        if not own or (len(corners) == 2 and corners[0] == corners[1]):
            return None
        return max(self.radii[t] for t in own) if self.radii else 0.0

    def under(self, node):
        """The triangles of a node."""
        count, at = 1, node
        while self.before.second[at] >= 0:
            count += (self.before.second[at] - at) // 2
            at = self.before.second[at]
        return self.triangles[self.before.start[node] : self.before.start[node] + count]


class StepStream:
    """All pairs of triangles of two meshes, or those below the children of every node of one."""

    def __init__(self, a, b, clearance, starts_free, closed, work):
        self.a, self.b, self.clearance, self.starts_free, self.closed, self.work = a, b, clearance, starts_free, closed, work
        self.stack, self.next, self.judgement = [] if a is b else [(0, 0)], 0, "proven"
        self.advance()

    def advance(self):
        second = self.a.before.second
        while self.a is self.b and not self.stack and self.next < len(second):
            if second[self.next] >= 0:
                self.stack.append((self.next + 1, second[self.next]))
            self.next += 1

    def run(self, data):
        at = 0
        while at < len(data):
            if not self.stack:
                raise Malformed("a stream goes on when its pair is proven")
            nodes, code = self.stack.pop(), data[at]
            at += 1
            if code < 2:
                second = (self.a, self.b)[code].before.second[nodes[code]]
                if second < 0:
                    raise Malformed("a stream splits a single triangle")
                for child in (second, nodes[code] + 1):
                    self.stack.append((child, nodes[1]) if code == 0 else (nodes[0], child))
                continue
            if code > 10:
                raise Malformed("no operation has the code %d" % code)
            leaves = [shape.before.second[node] < 0 for shape, node in zip((self.a, self.b), nodes)]
            if code == 2 and not all(leaves):
                raise Malformed("features are those of two triangles")
            found = "undecided"
            if code != 3:
                self.work.leaves += 1
                if code == 10 and at + 3 > len(data):
                    raise Malformed("a stream ends within a direction")
                if code == 2:
                    found = self.features(self.a.before.start[nodes[0]], self.b.before.start[nodes[1]])
                elif code == 10:
                    found = self.direction(nodes, struct.unpack("<3b", data[at : at + 3]))
                    at += 3
                else:
                    found = self.axis(nodes, (code - 4) >> 1, code & 1)
            if found == "refuted" or (found == "undecided" and self.judgement == "proven"):
                self.judgement = found
            if self.judgement == "refuted" or self.work.spent():
                return
            self.advance()

    def distance(self, a, b):
        unit = self.a.unit
        return unit.length(self.clearance) + unit.length(a) + unit.length(b)

    def axis(self, nodes, k, is_below):
        self.work.pieces += 1
        sides = list(zip((self.a, self.b), nodes))
        (upper, i), (lower, j) = sides if is_below else sides[::-1]
        low = [upper.before.boxes[i][0][k], upper.after.boxes[i][0][k]]
        high = [lower.before.boxes[j][1][k], lower.after.boxes[j][1][k]]
        unit = self.a.unit
        least = self.distance(*(mesh.before.radius_of[node] for mesh, node in sides))
        end = unit.cut(*low) - unit.cut(*high) - least
        held = unit.length(low[0]) - unit.length(high[0]) > least and (end > 0 if self.closed else end >= 0)
        return "proven" if held else "refuted"

    def direction(self, nodes, n):
        if not any(n):
            raise Malformed("a leaf has no direction")
        sides, along = list(zip((self.a, self.b), nodes)), []
        for mesh, node in sides:
            places = [mesh.places_of(corner) for triangle in mesh.under(node) for corner in triangle]
            along.append([[dot(n, place[end]) for place in places] for end in (0, 1)])
            self.work.steps += len(places) // 3
        self.work.pieces += 1
        least = self.distance(*(mesh.before.radius_of[node] for mesh, node in sides)) ** 2 * dot(n, n)
        start, end = (min(along[1][k]) - max(along[0][k]) for k in (0, 1))
        held = start > 0 and start**2 > least and end >= 0 and end**2 >= least
        return "proven" if held and (not self.closed or end**2 > least) else "refuted"

    def features(self, s, t):
        a, b = self.a, self.b
        faces = [(m, m.triangles[k], m.radii[k] if m.radii else 0.0) for m, k in ((a, s), (b, t))]
        edges = [[(m, e, m.edge_radii[e]) for e in m.own_edges[k]] for m, k in ((a, s), (b, t))]
        corners = [[(m, (c,), m.corner_radii[c]) for c in m.own_corners[k]] for m, k in ((a, s), (b, t))]
        pairs = [(x, faces[1]) for x in corners[0]] + [(x, faces[0]) for x in corners[1]]
        pairs += [(x, y) for x in edges[0] for y in edges[1]]
        judgement = "proven"
        for x, y in pairs:
            found = self.judge_pair(x, y)
            if found == "refuted":
                return found
            if found == "undecided":
                judgement = found
        if not self.starts_free:
            for x, y in [(x, faces[1]) for x in edges[0]] + [(x, faces[0]) for x in edges[1]]:
                if self.is_through(x, y):
                    return "refuted"
        return judgement

    def judge_pair(self, x, y):
        self.work.steps += 1
        if joined(x, y):
            return "proven"
        c = self.distance(x[2], y[2])
        if c == 0 and quickly_apart(x, y):
            return "proven"
        places = [mesh.places_of(corner) for mesh, corners, _ in (x, y) for corner in corners]
        return judge_stencil([p for p, _ in places], [q for _, q in places], len(x[1]), c, self.closed, self.work)

    def is_through(self, edge, face):
        self.work.steps += 1
        if joined(edge, face) or quickly_apart(edge, face):
            return False
        return goes_through(*(mesh.places_of(corner)[0] for mesh, corners, _ in (edge, face) for corner in corners))


def joined(x, y):
    """Features with a common corner touch all the time."""
    return x[0] is y[0] and not set(x[1]).isdisjoint(y[1])


def quickly_apart(x, y):
    for k in range(3):
        ends = [[[shape.places[c][k] for c in corners] for shape in (mesh.before, mesh.after)] for mesh, corners, _ in (x, y)]
        for lower, upper in (ends, ends[::-1]):
            if all(min(up) > max(low) for low, up in zip(lower, upper)):
                return True
    return False


class StepCheck:
    def __init__(self, limit):
        self.work, self.unit, self.meshes, self.pairs, self.untested = Work(limit), None, [], [], []
        self.stage, self.next_pair, self.stream, self.status, self.doubts = 0, 0, None, None, ""
        self.triangles, self.corners, self.named, self.inputs, self.witness = 0, 0, set(), [], None

    def read(self, row):
        if self.unit is None:
            return self.header(row)
        kind = word(row.get("kind"), "kind")
        order = ["mesh", "pair", "proof", "verdict"]
        known = "pair" if kind == "untested" else kind
        stage = order.index(known) if known in order else -1
        if stage < self.stage or self.status:
            raise Malformed("%s does not stand here" % ascii(kind[:40]))
        if stage > 1 >= self.stage:
            count = len(self.meshes)
            if count == 0 or len(self.named) < count * (count + 1) // 2:
                raise Malformed("two meshes are neither tested nor said not to be")
        self.stage = stage
        own = {"mesh": self.mesh, "pair": self.pair, "untested": self.leave_out, "proof": self.proof, "verdict": self.verdict}
        own[kind](row)
        if self.work.spent():
            raise Ended("undecided", "it takes more work than is allowed")

    def header(self, row):
        row_of(row, "header", "kind by question clearance tolerance startsFree? until? inputs")
        self.clearance = number(row["clearance"], "clearance", 0)
        self.tolerance = number(row["tolerance"], "tolerance", 2.0**-300)
        if key_or(row, "startsFree", True) is not True:
            raise Malformed("header: startsFree is true, or left out")
        self.starts_free, self.closed = "startsFree" in row, "until" not in row
        self.until = number(key_or(row, "until", 1), "until", 0, 1)
        exact_time(self.until)
        word(row["question"], "question")
        word(row["by"], "by")
        self.inputs = inputs_of(row["inputs"])
        self.unit = Unit(0, self.until)
        self.unit.take([self.clearance, self.tolerance])

    def mesh(self, row):
        row_of(row, "mesh", "kind name before after? triangles cuts? radius? radii? solid?")
        before = doubles(row["before"], "before", -LARGEST)
        after = doubles(row["after"], "after", -LARGEST) if "after" in row else None
        data = data_of(row["triangles"], "triangles", 12)
        triangles = struct.unpack("<%dI" % (len(data) // 4), data)
        if not triangles or len(before) % 3 or max(triangles) >= len(before) // 3:
            raise Malformed("mesh: has no triangles, or triangles without corners")
        if after is not None and len(after) != len(before):
            raise Malformed("mesh: as many corners should end as start")
        self.triangles += len(triangles) // 3
        self.corners += len(before) // 3
        if max(self.triangles, self.corners) > MOST_TRIANGLES or len(self.meshes) >= 1000:
            raise Malformed("too many meshes, triangles or corners")
        radius = number(key_or(row, "radius", 0), "radius", 0)
        radii = [radius] * (len(triangles) // 3) if radius else None
        if "radii" in row:
            radii = doubles(row["radii"], "radii", 0)
            if "radius" in row or len(radii) != len(triangles) // 3:
                raise Malformed("mesh: radii are not one for each triangle")
        solid = key_or(row, "solid", None)
        if solid not in (None, "winding", "parity"):
            raise Malformed("mesh: solid is neither winding nor parity")
        cuts = data_of(row["cuts"], "cuts") if "cuts" in row else None
        mesh = Mesh(word(row["name"], "name"), solid, before, after, triangles, cuts, radii, self.unit)
        if solid and not mesh.before.is_closed(solid == "winding"):
            raise Malformed("mesh: a solid is not closed")
        self.meshes.append(mesh)

    def name(self, row):
        a, b = (index(row[k], k, len(self.meshes)) for k in "ab")
        key = (min(a, b), max(a, b))
        if key in self.named:
            raise Malformed("a pair stands twice")
        self.named.add(key)
        return a, b

    def pair(self, row):
        self.pairs.append(self.name(row_of(row, "pair", "kind a b")))

    def leave_out(self, row):
        a, b = self.name(row_of(row, "untested", "kind a b by why"))
        self.untested.append((self.meshes[a].name, self.meshes[b].name, word(row["by"], "by"), word(row["why"], "why")))

    def proof(self, row):
        row_of(row, "proof", "kind pair stream")
        k = index(row["pair"], "pair", len(self.pairs))
        if k != self.next_pair or self.until == 0:
            raise Malformed("proofs are not one for each pair, in their order")
        a, b = (self.meshes[i] for i in self.pairs[k])
        if self.stream is None:
            self.stream = StepStream(a, b, self.clearance, self.starts_free, self.closed, self.work)
        self.stream.run(data_of(row["stream"], "stream"))
        where = "%s and %s" % (ascii(a.name), ascii(b.name))
        self.judge(self.stream.judgement, where + ": a part of the proof does not hold", where + ": not all of it could be decided")
        if self.stream.stack:
            return
        if a is not b:
            inside = [self.holds(a, b), self.holds(b, a)]
            found = "refuted" if True in inside else "undecided" if None in inside else "proven"
            self.judge(found, where + " start one inside the other", where + ": inside or not could not be decided")
        self.stream, self.next_pair = None, k + 1

    def judge(self, judgement, refuted, undecided):
        if judgement == "refuted":
            raise Ended("refuted", refuted)
        if judgement == "undecided":
            self.doubts = self.doubts or undecided

    def holds(self, solid, other):
        decided = False
        for c in other.before.parts() if solid.solid else []:
            if self.work.spent():
                return None
            inside = is_inside(solid.before, solid.solid == "winding", [fixed(x) for x in other.before.places[c]], HERE, self.work)
            if inside:
                return True
            if inside is None:
                decided = None
        return decided

    def verdict(self, row):
        row_of(row, "verdict", "kind status witness?")
        status = row["status"]
        if status not in ("free", "contact", "overlap", "unresolved"):
            raise Malformed("verdict: status is unknown")
        if self.next_pair < len(self.pairs) if self.until > 0 else self.pairs and status in ("free", "contact"):
            raise Malformed("verdict: proofs are missing")
        if status == "free" and not self.closed:
            raise Malformed("the proof ends before the step does")
        if status == "overlap" and self.until > 0:
            raise Malformed("verdict: what overlaps is proven up to its start")
        if (status in ("contact", "overlap")) != ("witness" in row):
            raise Malformed("verdict: with or without a witness")
        self.status = status
        if "witness" in row:
            self.touches(row["witness"])

    def is_tested(self, i, j):
        return (i, j) in self.pairs or (j, i) in self.pairs

    def touches(self, row):
        if isinstance(row, dict) and row.get("inside") is not None:
            row_of(row, "witness", "inside")
            i, j = (index(x, "inside", len(self.meshes)) for x in items(row["inside"], "inside", 2, 2))
            if self.until > 0 or i == j or not self.is_tested(i, j):
                raise Malformed("witness: of two that are not tested at the start")
            self.witness = "%s inside %s" % (ascii(self.meshes[i].name), ascii(self.meshes[j].name))
            found = self.holds(self.meshes[j], self.meshes[i])
            found = "undecided" if found is None else "proven" if found else "refuted"
            return self.judge(found, "witness: nothing is inside", "witness: inside or not could not be decided")
        row_of(row, "witness", "t? a b")
        most = min(1.0, self.until + (0 if self.until == 0 else 2.0**-26))
        t = number(key_or(row, "t", self.until), "t", self.until, most)
        exact_time(t)
        unit = Unit(self.unit.power, t)
        (i, first, x, u, r), (j, second, y, v, s) = (self.point(row[k], unit) for k in "ab")
        counts = sorted((len(first), len(second)))
        tested = counts in ([1, 3], [2, 2]) or (counts == [2, 3] and self.until == 0 and not self.starts_free)
        if not tested or (i == j and not set(first).isdisjoint(second)):
            raise Malformed("witness: these features are not tested")
        if not self.is_tested(i, j):
            raise Malformed("witness: of two that are not tested")
        self.witness = "%s and %s" % (ascii(self.meshes[i].name), ascii(self.meshes[j].name))
        far = u * v * sum(map(unit.length, (self.clearance, self.tolerance, r, s)))
        apart = sum((p * v - q * u) ** 2 for p, q in zip(x, y))
        self.judge("proven" if apart <= far * far else "refuted", "witness: too far apart", "")

    def point(self, row, unit):
        row_of(row, "witness", "mesh corners weights")
        i = index(row["mesh"], "mesh", len(self.meshes))
        mesh = self.meshes[i]
        count = len(mesh.before.places)
        corners = [index(x, "corner", count) for x in items(row["corners"], "corners", 1, 3)]
        given = items(row["weights"], "weights", len(corners), len(corners))
        weights = integers([number(x, "weight", 0, 1) for x in given])
        if sum(weights) == 0:
            raise Malformed("witness: weights are 0")
        radius = mesh.radius_of(corners)
        if radius is None:
            raise Malformed("witness: no feature has these corners")
        ends = [(mesh.before.places[c], mesh.after.places[c]) for c in corners]
        point = [sum(w * unit.cut(p[k], q[k]) for w, (p, q) in zip(weights, ends)) for k in range(3)]
        return i, corners, point, sum(weights), radius


def row_in(text):
    try:
        row = json.loads(text, parse_constant=not_a_number)
    except (ValueError, RecursionError):
        raise Malformed("a line is no JSON") from None
    if not isinstance(row, dict):
        raise Malformed("a line is no record")
    return row


def not_a_number(text):
    raise ValueError(text)


def lines_of(path):
    opened = gzip.open(path, "rb") if path.lower().endswith(".gz") else open(path, "rb")
    with opened as file:
        while True:
            line = file.readline(LONGEST_LINE)
            if not line:
                return
            if len(line) == LONGEST_LINE:
                raise Malformed("a line is too long")
            yield line.decode("utf-8").rstrip("\n")


def verify(lines, limit=50000000):
    """(result, why, check)"""
    check = Check(limit)
    try:
        for k, line in enumerate(lines):
            row = row_in(line)
            if k == 0 and row.get("kind") == "inbetween-step-proof/1":
                check = StepCheck(limit)
            check.read(row)
        if check.status is None:
            raise Malformed("the file ends before its verdict")
    except Malformed as fault:
        return "malformed", str(fault), check
    except Ended as end:
        return end.result, str(end), check
    except (Coarse, OverflowError) as fault:
        return "undecided", str(fault), check
    except MemoryError:
        return "undecided", "it takes more memory than there is", check
    return ("undecided", check.doubts, check) if check.doubts else ("proven", "", check)


def tell(check):
    end = check.segments - 1 + (0 if check.at_start else check.until)
    touching = "; witness: %s" % check.witness if check.witness else ""
    print("proven: %s, %d tested pairs, up to path time %s%s" % (check.status, check.problem.most_pairs, end, touching))
    apart = sorted(check.problem.apart)
    if apart:
        to = " to %r (by pair)" % apart[-1] if len(apart) > 1 else ""
        print("  clearance %r%s, tolerance %r" % (apart[0], to, check.most_tolerance))
    for name, on, start in check.problem.carried:
        print("  carried: %s, from path time %s %s" % (ascii(name), start, "on its own" if on is None else "by " + ascii(on)))
    if check.followed:
        print("  joints follow what closes them in %d of the segments: shown to be within what is told of them" % check.followed)
    for name, length, angle in check.problem.uncertain:
        print("  wherever %s is within %r of its place and %r radians" % (ascii(name), length, angle))
    for a, b, rule, by, start, end in check.exempt:
        rule = "may touch until they leave" if rule == "leave" else "may touch where they arrive"
        print("  not proven: %s and %s from path time %s to %s: %s, said by %s" % (ascii(a), ascii(b), start, end, rule, ascii(by)))
    for (by, reason), count in check.problem.untested.items():
        print("  not tested: %d pairs, said by %s: %s" % (count, ascii(by), ascii(reason)))


def tell_step(check):
    told = {
        "free": "nothing touches in the whole step",
        "contact": "nothing touches before %s of the step; witness: %s" % (check.until, check.witness),
        "overlap": "at the start: %s" % check.witness,
        "unresolved": "nothing touches before %s of the step" % check.until,
    }
    print("proven: %s, %d tested pairs of meshes, %s" % (check.status, len(check.pairs), told[check.status]))
    print("  clearance %r, tolerance %r" % (check.clearance, check.tolerance))
    if check.starts_free and check.status != "overlap":
        print("  taken for granted: no edge goes through a face at the start")
    for a, b, by, why in check.untested:
        print("  not tested: %s and %s, said by %s: %s" % (ascii(a), ascii(b), ascii(by), ascii(why)))


def main(args):
    if not args:
        print(__doc__)
        return 2
    try:
        result, why, check = verify(lines_of(args[0]))
        hashes = {}
        for path in args[1:]:
            with open(path, "rb") as file:
                hashes[hashlib.sha256(file.read()).hexdigest()] = path
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as fault:
        print("no proof: %s" % fault)
        return 2
    if hashes and result in ("proven", "undecided") and set(hashes) - {sha for _, sha in check.inputs}:
        result, why = "refuted", "it was made of other files"
    if result != "proven":
        print("%s: %s" % ({"malformed": "no proof", "undecided": "not decided"}.get(result, result), why))
        return {"refuted": 1, "malformed": 2, "undecided": 3}[result]
    tell_step(check) if isinstance(check, StepCheck) else tell(check)
    for name, sha in check.inputs:
        print("  for %s, SHA-256 %s%s" % (ascii(name), sha, ": the file given" if sha in hashes else ", which was not given"))
    print("  %d leaves checked, in %d pieces of time" % (check.work.leaves, check.work.pieces))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
