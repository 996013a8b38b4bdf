#!/usr/bin/env python3
"""Checks a proof of the format inbetween-proof/1 or inbetween-step-proof/1.

    python3 verify.py PROOF [FILE...] [--proof-only] [--max-work UNITS]

Written from docs/proof-format.md, with the standard library of Python 3.9; the sections below are those of that page.
Lengths, times, sines and angles are whole numbers of units of 2**-120. Every rounding is bounded and counts against the proof.
Bounds on how much a point accelerates are doubles, rounded up.

Exit code 0: proven, with --proof-only; 1: refuted, or a FILE is none of its inputs; 2: no proof; 3: not decided, or valid
but not compared with a work cell, which this program does not read.
"""
import base64
import gzip
import hashlib
import heapq
import json
import math
import os
import re
import sys
import zlib
from array import array
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import accumulate
from math import isqrt, sqrt
from operator import add as plus, mul as times

BITS = 120
ONE = 1 << BITS
MOST = 2.0 ** 300
LEAST_TIME = 2.0 ** -67
UP = 1 + 2.0 ** -30  # outweighs the rounding of doubles in sums of positive terms


class Malformed(Exception):
    """The file is no proof."""


class Refuted(Exception):
    """A part of the proof is false."""


class TooMuchWork(Exception):
    """The limit is reached."""


def fixed(x):
    """Returns the largest whole number of units that is at most x, a double or a Fraction."""
    n, d = x.as_integer_ratio()
    return (n << BITS) // d


def fixed_up(x, bits=BITS):
    n, d = x.as_integer_ratio()
    return -((-n << bits) // d)


def root_up(n):
    """Returns a whole number that is at least the square root of n."""
    return isqrt(n) + 1 if n > 0 else 0


# ---------------------------------------------------------------------------------------------------------------- Text

def reject(constant):
    raise ValueError(constant)


def read_line(text):
    if len(text) > 2 ** 27:
        raise Malformed('a line is too long')
    try:
        row = json.loads(text, parse_int=float, parse_constant=reject)
    except (ValueError, RecursionError):
        raise Malformed('a line is no JSON') from None
    if not isinstance(row, dict):
        raise Malformed('a line is no record')
    text_of(row, 'kind')
    return row


def keys(row, where, needed, more=''):
    """Refuses a record with other keys than these, or without those that it needs."""
    if not isinstance(row, dict):
        raise Malformed(f'{where} is no record')
    needed, more = needed.split(), more.split()
    for key, value in row.items():
        if key not in needed and key not in more:
            raise Malformed(f'{where}: unknown key')
        if value is None:
            raise Malformed(f'{where}: a value is null')
    for key in needed:
        if key not in row:
            raise Malformed(f'{where}: {key} is missing')


def text_of(row, key):
    value = row.get(key)
    if not isinstance(value, str) or len(value) + sum(c > '\uffff' for c in value) > 10_000:
        raise Malformed(f'{key} is no text, or too long')
    return value


def number(x, name, low=-MOST, high=MOST):
    if type(x) is not float or not low <= x <= high:
        raise Malformed(f'{name} is no number in its range')
    return x


def index(x, name, low, high):
    if not number(x, name, low, high).is_integer():
        raise Malformed(f'{name} is no whole number')
    return int(x)


def items(x, name, low, high=None):
    if not isinstance(x, list) or not low <= len(x) <= (low if high is None else high):
        raise Malformed(f'{name} is no list of that length')
    return x


def numbers(x, name, count):
    return [number(y, name) for y in items(x, name, count)]


def axis_of(x, name='axis'):
    axis = numbers(x, name, 3)
    if not any(axis):
        raise Malformed(f'{name} is 0')
    return axis


def data(row, key):
    text = row[key]
    if not isinstance(text, str):
        raise Malformed(f'{key} is no base64')
    try:
        value = base64.b64decode(text.encode('ascii'), validate=True)
    except ValueError:
        raise Malformed(f'{key} is no base64') from None
    if 4 * ((len(value) + 2) // 3) != len(text):
        raise Malformed(f'{key} is no base64')
    return value


def doubles(row, key, low=-MOST):
    raw = data(row, key)
    if len(raw) % 8:
        raise Malformed(f'{key} ends within a number')
    out = array('d', raw)
    if sys.byteorder == 'big':
        out.byteswap()
    if not all(low <= x <= MOST for x in out):
        raise Malformed(f'{key}: a number is out of its range')
    return out


def triangles_of(row, corners):
    raw = data(row, 'triangles')
    if len(raw) % 12:
        raise Malformed('triangles: a part of one')
    out = array('I', raw)
    if sys.byteorder == 'big':
        out.byteswap()
    if not out or max(out) >= corners:
        raise Malformed('there are no triangles, or a corner that is none')
    return out


def time_of(x, name, least=LEAST_TIME, most=1.0):
    """Returns a time in units, of which it is a whole number."""
    t = fixed(number(x, name, least, most))
    if t / ONE != x:
        raise Malformed(f'{name} is no multiple of 2^-120')
    return t


# ---------------------------------------------------------------------------------------------------------------- Work

class Work:
    """Counts units and pieces of time; raises TooMuchWork beyond a limit."""

    def __init__(self, limit, most_pieces):
        self.limit, self.most_pieces = limit, most_pieces
        self.done = self.leaves = self.pieces = 0

    def add(self, units):
        self.done += units
        if self.done > self.limit:
            raise TooMuchWork

    def piece(self, units):
        self.pieces += 1
        if self.pieces > self.most_pieces:
            raise TooMuchWork
        self.add(units)


def limit_of(size, is_compressed=False):
    return 60 * max(100_000, 4 * size if is_compressed else size)


# -------------------------------------------------------------------------------------------------------------- Header

def read_header(row, more):
    keys(row, 'header', 'kind by question clearance tolerance inputs ' + more[0], more[1])
    text_of(row, 'by')
    text_of(row, 'question')
    number(row['clearance'], 'clearance', 0)
    number(row['tolerance'], 'tolerance', 1 / MOST)
    for file in items(row['inputs'], 'inputs', 0, 10_000):
        keys(file, 'input', 'name sha256')
        text_of(file, 'name')
        if not re.fullmatch('[0-9a-f]{64}', text_of(file, 'sha256')):
            raise Malformed('input: sha256 has not 64 digits')


# -------------------------------------------------------------------------------------------------------------- Shapes

def read_radii(row, count, where):
    if 'radii' not in row:
        return None, number(row.get('radius', 0.0), 'radius', 0)
    radii = doubles(row, 'radii', 0)
    if 'radius' in row or len(radii) != count:
        raise Malformed(f'{where}: radii are not one for each triangle')
    return radii, max(radii)


class Tree:
    """The tree of a shape or mesh: a node is a range of triangles (i, j); `cut` has its cut where this is not the middle."""

    def __init__(self, row, count):
        self.count, self.cut = count, {}
        self.deepest = (count - 1).bit_length()
        if 'cuts' not in row:
            return
        raw, at = data(row, 'cuts'), 0
        self.deepest = 0
        todo = [(0, count, 0)]
        while todo:
            i, j, level = todo.pop()
            if level > self.deepest:
                self.deepest = level
            if j - i == 1:
                continue
            value = shift = 0
            while True:
                if at == len(raw) or shift > 49:
                    raise Malformed('cuts end too early')
                byte = raw[at]
                at += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            m = i + value if value else (i + j) // 2
            if m >= j or level >= 1000:
                raise Malformed('the tree has no node cut there, or more than 1,000 levels')
            if value:
                self.cut[i, j] = m
            todo += ((m, j, level + 1), (i, m, level + 1))
        if at != len(raw):
            raise Malformed('cuts go on behind the tree')

    def children(self, node):
        i, j = node
        m = self.cut.get(node) if self.cut else None
        if m is None:
            m = (i + j) // 2
        return (i, m), (m, j)


def parts_of(triangles, places):
    """Returns one corner of each connected part; corners at one place are one."""
    above = {}

    def top(x):
        while above[x] != x:
            above[x] = x = above[above[x]]
        return x

    for k in range(0, len(triangles), 3):
        three = [places[c] for c in triangles[k:k + 3]]
        for x in three:
            above.setdefault(x, x)
        a = top(three[0])
        above[top(three[1])] = a
        above[top(three[2])] = a
    return [x for x in above if above[x] == x]


def is_closed(triangles, places, is_parity):
    """Whether each edge, told by the places of its ends, is run along as often one way as the other (parity: evenly often)."""
    runs = Counter()
    for k in range(0, len(triangles), 3):
        a, b, c = (places[x] for x in triangles[k:k + 3])
        for x, y in ((a, b), (b, c), (c, a)):
            if is_parity:
                runs[min(x, y), max(x, y)] += 1 if x != y else 0
            else:
                runs[x, y] += 1
                runs[y, x] -= 1
    return not any(n % 2 if is_parity else n for n in runs.values())


class Shape:
    def __init__(self, row):
        keys(row, 'shape', 'kind corners triangles', 'cuts radius radii')
        flat = doubles(row, 'corners')
        if not flat or len(flat) % 3:
            raise Malformed('shape: a part of a corner')
        self.triangles = triangles_of(row, len(flat) // 3)
        self.count = len(self.triangles) // 3
        self.radii, self.radius = read_radii(row, self.count, 'shape')
        self.tree = Tree(row, self.count)
        self.corners = [tuple(flat[k:k + 3]) for k in range(0, len(flat), 3)]
        self.one_radius = fixed_up(self.radius) if self.radii is None else None
        # coordinates of all corners of triangles, in the order of leaves: ranges of them make boxes
        self.axes = [[self.corners[c][k] for c in self.triangles] for k in range(3)]
        used = {self.corners[c] for c in self.triangles}
        self.reach = max(sqrt(x * x + y * y + z * z) for x, y, z in used) * UP + 2.0 ** -400
        self.size = max(max(xs) - min(xs) for xs in self.axes) + 2 * self.radius
        self.boxes, self.points, self.radius_of = {}, {}, {}
        self.solids, self.starts = {}, None

    def box(self, node):
        """Returns the ends of a node's box in units, its largest radius, and how far its corners are at most from the origin."""
        found = self.boxes.get(node)
        if found is None:
            i, j = node
            ends = [(min(xs[3 * i:3 * j]), max(xs[3 * i:3 * j])) for xs in self.axes]
            far = min(self.reach, sqrt(sum(max(a * a, b * b) for a, b in ends)) * UP)
            radius = self.one_radius if self.radii is None else fixed_up(max(self.radii[i:j]))
            found = (*(fixed(a) for a, _ in ends), *(fixed(b) for _, b in ends), radius, far + 2.0 ** -400)
            self.boxes[node] = found
        return found

    def triangle(self, k):
        """Returns nine coordinates in units and the radius."""
        found = self.points.get(k)
        if found is None:
            xs, ys, zs = self.axes
            radius = self.one_radius if self.radii is None else fixed_up(self.radii[k])
            found = (*(fixed(axis[i]) for i in range(3 * k, 3 * k + 3) for axis in (xs, ys, zs)), radius)
            self.points[k] = found
        return found

    def parts(self):
        if self.starts is None:
            places = {}
            numbered = [places.setdefault(tuple(y + 0.0 for y in x), k) for k, x in enumerate(self.corners)]
            self.starts = [tuple(map(fixed, self.corners[k])) for k in parts_of(self.triangles, numbered)]
        return self.starts

    def check_closed(self, rule):
        if rule not in self.solids:
            places = {}
            numbered = [places.setdefault(tuple(y + 0.0 for y in x), k) for k, x in enumerate(self.corners)]
            self.solids[rule] = is_closed(self.triangles, numbered, rule == 'parity')
        if not self.solids[rule]:
            raise Malformed('body: a solid is not closed')


# -------------------------------------------------------------------------------------------------------------- Frames
# A frame is a list of steps from its own coordinates to those of its parent, the innermost first:
#   ('C', pose, length)    a pose that stays, and how far it moves the origin
#   ('T', u, poly, error)  a turn about the unit axis u by a polynomial of time, known to within error
#   ('W', polys, error)    a way
#   ('E', l, alpha, axis)  the frame may be elsewhere: off by l and turned by alpha about its origin (axis None: any)
# A pose is (R, p, error of R in the spectral norm, error of p), all in units.

NOWHERE = ((ONE, 0, 0, 0, ONE, 0, 0, 0, ONE), (0, 0, 0), 0, 0)


def arctan(n):
    """Returns the arc tangent of 1 / n in units of 2**-232."""
    term = total = (1 << 232) // n
    k = 1
    while term:
        term = -(term // (n * n)) if term > 0 else -term // (n * n)
        k += 2
        total += term // k
    return total


PI = (16 * arctan(5) - 4 * arctan(239)) >> 32  # in units of 2**-200


def exact(values):
    """Returns whole numbers in the ratio of these doubles."""
    ratios = [x.as_integer_ratio() for x in values]
    most = max(d for _, d in ratios)
    return [n * (most // d) for n, d in ratios]


def unit(axis):
    """Returns the unit vector along an axis of doubles or whole numbers, each number off by less than a unit."""
    axis = exact(axis) if type(axis[0]) is float else axis
    square = sum(x * x for x in axis)
    return tuple(isqrt((x * x << 2 * BITS) // square) * (1 if x > 0 else -1) for x in axis)


def rotation(q):
    """Returns R(q) of four whole numbers; each entry is off by less than a unit."""
    x, y, z, w = q
    n = x * x + y * y + z * z + w * w
    return tuple((r << BITS) // n for r in (
        n - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
        2 * (x * y + z * w), n - 2 * (x * x + z * z), 2 * (y * z - x * w),
        2 * (x * z - y * w), 2 * (y * z + x * w), n - 2 * (x * x + y * y)))


def pose_of(seven):
    q = exact(seven[3:])
    still = not any(q[:3])
    return NOWHERE[0] if still else rotation(q), tuple(map(fixed, seven[:3])), 0 if still else 3, 2


def read_pose(x, name='pose', count=7):
    seven = numbers(x, name, count)
    if any(not any(seven[k + 3:k + 7]) for k in range(0, count, 7)):
        raise Malformed(f'{name}: a quaternion is 0')
    return seven


def sin_cos(angle):
    """Returns sine and cosine, each off by less than 2 units for an angle of at most 2**21."""
    quarter = PI >> 1
    wide = angle << 80
    k = (wide + (quarter >> 1)) // quarter
    x = (wide - k * quarter) >> 64  # in units of 2**-136
    square = x * x >> 136
    s = term = x
    n = 2
    while term > 1 or term < -1:
        term = -(term * square >> 136) // (n * n + n)
        s += term
        n += 2
    c = term = 1 << 136
    n = 1
    while term > 1 or term < -1:
        term = -(term * square >> 136) // (n * n + n)
        c += term
        n += 2
    s, c = s >> 16, c >> 16
    return ((s, c), (c, -s), (-s, -c), (-c, s))[k & 3]


def turn_matrix(u, s, c):
    x, y, z = u
    d = ONE - c
    dx, dy, dz = d * x >> BITS, d * y >> BITS, d * z >> BITS
    sx, sy, sz = s * x >> BITS, s * y >> BITS, s * z >> BITS
    xy, xz, yz = dx * y >> BITS, dx * z >> BITS, dy * z >> BITS
    return ((dx * x >> BITS) + c, xy - sz, xz + sy, xy + sz, (dy * y >> BITS) + c, yz - sx, xz - sy, yz + sx, (dz * z >> BITS) + c)


def poly_at(poly, t):
    """Returns a polynomial of coefficients in units at a time in [0, 1], off by less than one unit a coefficient."""
    value = poly[-1]
    for c in poly[-2::-1]:
        value = (value * t >> BITS) + c
    return value


def times_matrix(A, B):
    a, b, c, d, e, f, g, h, i = A
    j, k, l, m, n, o, p, q, r = B
    return (a * j + b * m + c * p >> BITS, a * k + b * n + c * q >> BITS, a * l + b * o + c * r >> BITS,
            d * j + e * m + f * p >> BITS, d * k + e * n + f * q >> BITS, d * l + e * o + f * r >> BITS,
            g * j + h * m + i * p >> BITS, g * k + h * n + i * q >> BITS, g * l + h * o + i * r >> BITS)


def times_vector(R, v):
    a, b, c, d, e, f, g, h, i = R
    x, y, z = v
    return a * x + b * y + c * z >> BITS, d * x + e * y + f * z >> BITS, g * x + h * y + i * z >> BITS


def transposed(R):
    a, b, c, d, e, f, g, h, i = R
    return a, d, g, b, e, h, c, f, i


def compose(A, B):
    """Returns A after B. Errors add up; a matrix whose nine entries are floors is off by less than 3 units, a vector by less than 2."""
    if A is NOWHERE:
        return B
    R, p, eR, ep = A
    S, q, eS, eq = B
    x, y, z = times_vector(R, q)
    far = abs(q[0]) + abs(q[1]) + abs(q[2])
    moved = (x + p[0], y + p[1], z + p[2])
    error = ep + eq + (eR * far >> BITS) + 5
    if S is NOWHERE[0]:
        return R, moved, eR, error
    if R is NOWHERE[0]:
        return S, moved, eS, error
    return times_matrix(R, S), moved, eR + eS + 5, error


def inverse(A):
    R, p, eR, ep = A
    back = transposed(R) if R is not NOWHERE[0] else R
    x, y, z = times_vector(back, p)
    return back, (-x, -y, -z), eR, ep + (eR * (abs(p[0]) + abs(p[1]) + abs(p[2])) >> BITS) + 5


def step_pose(step, t):
    """Returns the pose of a step at a time."""
    kind = step[0]
    if kind == 'C':
        return step[1]
    if kind == 'T':
        s, c = sin_cos(poly_at(step[2], t))
        e = step[3] + 2
        return turn_matrix(step[1], s, c), (0, 0, 0), 9 * e + 60, 0
    return NOWHERE[0], tuple(poly_at(poly, t) for poly in step[1]), 0, 2 * step[2]


def length(v):
    """Returns a double that is at least the length of a vector in units."""
    return root_up(sum(x * x for x in v)) / ONE * UP


class Frame:
    KEYS = {None: '', 'revolute': 'axis value', 'prismatic': 'axis value', 'helical': 'axis value pitch', 'free': '',
            'carried': '', 'guide': ''}

    def __init__(self, row, earlier):
        moves = text_of(row, 'moves') if 'moves' in row else None
        if row.get('moves', '') is None or moves not in self.KEYS:
            raise Malformed('frame: nothing moves like that')
        self.moves, self.is_joint = moves, bool(self.KEYS[moves])
        keys(row, 'frame', 'kind parent ' + self.KEYS[moves],
             'name moves' + (' times plus' if self.is_joint else '') + (' at off' if moves != 'carried' else ''))
        if 'name' in row:
            text_of(row, 'name')
        self.parent = index(row['parent'], 'parent', -1, len(earlier) - 1)
        if moves == 'carried' and self.parent != -1:
            raise Malformed('frame: what a carried one stands on is told by phases')
        above = earlier[self.parent] if self.parent >= 0 else None
        if above and above.moves == 'guide':
            raise Malformed('a guide carries nothing')
        self.depth = above.depth + 1 if above else 1
        self.at = read_pose(row['at'], 'at') if 'at' in row else None
        self.off = None
        if 'off' in row:
            off = items(row['off'], 'off', 2, 5)
            l, alpha = (number(x, 'off', 0) for x in off[:2])
            self.off = (l, alpha, None)
            if len(off) > 2:
                if len(off) != 5:
                    raise Malformed('off: its axis has not three numbers')
                self.off = (l, alpha, unit(axis_of(off[2:], 'off')))
        self.value = None
        if self.is_joint:
            self.axis = unit(axis_of(row['axis']))
            self.value = index(row['value'], 'value', 0, 999_999)
            self.times = number(row.get('times', 1.0), 'times')
            self.plus = number(row.get('plus', 0.0), 'plus')
            self.pitch = number(row['pitch'], 'pitch') if moves == 'helical' else 0.0
        self.outer = []
        if self.at:
            self.outer = [constant(self.at)]
        self.inner = [('E', self.off[0], min(self.off[1], 4.0), self.off[2])] if self.off and any(self.off[:2]) else []


def constant(seven):
    pose = pose_of(seven)
    return ('C', pose, length(pose[1]))


def over_pi(x):
    """Returns x / 2 pi, as a Fraction that is off by a relative 2**-190."""
    return x * Fraction(1 << 200, 2 * PI)


def joint_steps(frame, poly, error):
    """Steps of a joint whose value is that polynomial of Fractions, and within error (a double) of it."""
    v = [Fraction(frame.times) * c for c in poly]
    v[0] += Fraction(frame.plus)
    steps, n = [], 2 * len(v) + 2
    far = abs(frame.times) * error * UP
    if frame.moves != 'prismatic':
        if sum(map(abs, v)) > 2 ** 20:
            raise Malformed('an angle is larger than 2^20 radians')
        steps.append(('T', frame.axis, [fixed(c) for c in v], n))
        if far:
            steps.append(('E', 0.0, far, frame.axis))
    if frame.moves != 'revolute':
        if frame.moves == 'helical':
            v = [over_pi(Fraction(frame.pitch) * c) for c in v]
            far = abs(frame.pitch) * far / 6.28 * UP
        if any(v):
            way = [[fixed(c * x / ONE) for c in v] for x in map(Fraction, frame.axis)]
            # an axis is off by a unit, unless it is one of coordinates
            off = 0 if ONE in map(abs, frame.axis) else 2 * int(sum(map(abs, v)) + 1)
            steps.append(('W', way, n + 2 + off))
        if far:
            steps.append(('E', far, 0.0, None))
    return steps


# ------------------------------------------------------------------------------------------------------------ Segments

def part_of(row):
    if 'part' not in row:
        return None
    f, e = numbers(row['part'], 'part', 2)
    if not 0 <= f < e <= 1:
        raise Malformed('part: is no part of [0, 1]')
    return Fraction(f), Fraction(e)


def in_part(poly, part):
    """Returns the polynomial of t of one of s = f + t (e - f); Fractions."""
    if part is None or part == (0, 1):
        return poly
    f, d = part[0], part[1] - part[0]
    out = [poly[-1]]
    for c in poly[-2::-1]:
        out = [x * f + y * d for x, y in zip(out + [0], [0] + out)]
        out[0] += c
    return out


def read_value(row):
    """Returns the polynomial of a value as Fractions, and its error."""
    keys(row, 'value', '', 'line powers part error')
    if ('line' in row) == ('powers' in row):
        raise Malformed('value: is neither a line nor powers')
    error = number(row.get('error', 0.0), 'error', 0)
    if 'line' in row:
        a, b = map(Fraction, numbers(row['line'], 'line', 2))
        poly = [a, b - a] if a != b else [a]
    else:
        poly = [Fraction(number(c, 'powers')) for c in items(row['powers'], 'powers', 1, 8)]
    return in_part(poly, part_of(row)), error


def way_step(vectors, part):
    """A way by polynomials of Fractions for x, y, z."""
    polys = [in_part(v, part) for v in vectors]
    n = max(map(len, polys))
    return ('W', [[fixed(c) for c in poly] for poly in polys], 2 * n + 2)


def read_motion(row):
    """Returns the steps of a free frame or guide; of `between` its poses at both ends as they are told, and the sum of all tubes."""
    if isinstance(row, list):
        steps, tubes = [], 0.0
        for screw in reversed(items(row, 'motion', 1, 64)):
            keys(screw, 'screw', 'pose', 'way axis angle tube part')
            part = part_of(screw)
            pose = read_pose(screw['pose'])
            way = [numbers(w, 'way', 3) for w in items(screw.get('way', []), 'way', 0, 7)]
            angle = [Fraction(number(x, 'angle')) for x in items(screw.get('angle', [0.0]), 'angle', 1, 8)]
            axis = axis_of(screw.get('axis', [0.0, 0.0, 1.0]))
            tube = number(screw.get('tube', 0.0), 'tube', 0)
            tubes += tube
            steps += turned(pose, [0.0] * 3, axis, angle, part)
            steps.append(way_step([[Fraction(c) for c in cs] for cs in zip(pose[:3], *way)], part))
            if tube:
                steps.append(('E', tube, 0.0, None))
        return steps, None, None, tubes
    keys(row, 'motion', '', 'between turn part')
    part = part_of(row)
    if ('between' in row) == ('turn' in row):
        raise Malformed('motion: is neither between two poses nor a turn')
    if 'turn' in row:
        turn = row['turn']
        keys(turn, 'turn', 'pose', 'way axis angle offset')
        pose = read_pose(turn['pose'])
        way = numbers(turn.get('way', [0.0] * 3), 'way', 3)
        offset = numbers(turn.get('offset', [0.0] * 3), 'offset', 3)
        angle = number(turn.get('angle', 0.0), 'angle', -2.0 ** 20, 2.0 ** 20)
        axis = axis_of(turn.get('axis', [0.0, 0.0, 1.0]))
        steps = turned(pose, offset, axis, [Fraction(0), Fraction(angle)], part)
        steps.append(way_step([[Fraction(p) + Fraction(o), Fraction(w)] for p, o, w in zip(pose, offset, way)], part))
        return steps, None, None, 0.0
    poses = read_pose(row['between'], 'between', 14)
    p, q = poses[:3], poses[7:10]
    a, b = exact(poses[3:7]), exact(poses[10:14])
    x, y, z, w = a
    X, Y, Z, W = b
    # q1 times the conjugate of q0
    v = [w * X - W * x - (Y * z - Z * y), w * Y - W * y - (Z * x - X * z), w * Z - W * z - (X * y - Y * x)]
    s = W * w + X * x + Y * y + Z * z
    if s < 0 or s == 0 and next(c for c in v if c) < 0:
        v, s = [-c for c in v], -s
    steps = []
    if a[:3] != [0, 0, 0]:
        steps.append(('C', (rotation(a), (0, 0, 0), 3, 0), 0.0))
    if any(v):
        theta = 2 * angle_of(sum(c * c for c in v), s * s)
        poly = in_part([Fraction(0), Fraction(theta, ONE)], part)
        steps.append(('T', unit(v), [fixed(c) for c in poly], 24))
    steps.append(way_step([[Fraction(c), Fraction(d) - Fraction(c)] for c, d in zip(p, q)], part))
    return steps, poses[:7] if not part or part[0] == 0 else None, poses[7:] if not part or part[1] == 1 else None, 0.0


def angle_of(sine, cosine):
    """Returns the angle in [0, pi / 2] whose sine and cosine are in the ratio of the roots of these, off by less than 8 units."""
    n = sine + cosine
    y, x = isqrt((sine << 2 * BITS) // n), isqrt((cosine << 2 * BITS) // n)
    guess = fixed(math.atan2(y / ONE, x / ONE))
    while True:
        s, c = sin_cos(guess)
        d = y * c - x * s >> BITS
        guess += d
        if -(1 << 75) < d < 1 << 75:
            return guess


def turned(pose, offset, axis, angle, part):
    """Steps x -> turn(axis, angle)(R(q) x - offset)."""
    angle = in_part(angle, part)
    if sum(map(abs, angle)) > 2 ** 20:
        raise Malformed('an angle is larger than 2^20 radians')
    q = exact(pose[3:])
    steps = []
    if any(q[:3]) or any(offset):
        R = rotation(q) if any(q[:3]) else NOWHERE[0]
        p = tuple(-fixed(o) for o in offset)
        steps.append(('C', (R, p, 3, 2), length(p)))
    if any(angle):
        steps.append(('T', unit(axis), [fixed(c) for c in angle], 18))
    return steps


def floats(poly):
    return [c / ONE for c in poly]


def bounds(polys, t0, t1):
    """Returns bounds on a vector of polynomials and its first two derivatives over [t0, t1], about the middle."""
    m, h = (t0 + t1) / 2 / ONE, (t1 - t0) / 2 / ONE * UP
    squares = [0.0, 0.0, 0.0]
    for poly in polys:
        a, n = floats(poly), len(poly)
        # of the rounding below: of coefficients of at least this degree, and none of a straight way
        slack = [sum(map(abs, a[k:])) * 2.0 ** -30 if n > 2 else 0.0 for k in range(3)]
        for k in range(n - 1):
            for j in range(n - 2, k - 1, -1):
                a[j] += m * a[j + 1]
        a = list(map(abs, a))
        squares[0] += (sum(c * h ** j for j, c in enumerate(a)) * UP + slack[0]) ** 2
        squares[1] += (sum(j * c * h ** (j - 1) for j, c in enumerate(a) if j) + slack[1]) ** 2
        squares[2] += (sum(j * (j - 1) * c * h ** (j - 2) for j, c in enumerate(a) if j > 1) + slack[2]) ** 2
    return [sqrt(x) * UP for x in squares]


class Route:
    """Steps from a frame to one in which directions stand: how much a point of the frame bends there, and what may be off."""

    def __init__(self, steps):
        self.steps = steps
        # of each turn and way what depends on time; a polynomial of degree 1 has the same bounds all along
        self.rates, self.is_steady = [], True
        for step in steps:
            if step[0] == 'C':
                self.rates.append((step[2], None))
            elif step[0] == 'E':
                self.rates.append(None)
            else:
                polys = [step[2]] if step[0] == 'T' else step[1]
                steady = max(map(len, polys)) < 3
                self.is_steady = self.is_steady and steady
                self.rates.append((bounds(polys, 0, ONE) if steady else None, polys))
        self.found = {}
        self.offs = [k for k, step in enumerate(steps) if step[0] == 'E']
        self.spread = sum(min(steps[k][2], 4.0) for k in self.offs) * UP

    def bend(self, t0, t1):
        """Returns r, v, w, a, b: a point at most x from the origin stays within x + r, moves by at most v + w x, accelerates by at most a + b x."""
        key = None if self.is_steady else (t0, t1)
        found = self.found.get(key)
        if found is None:
            r = v = w = a = b = 0.0
            reached = []
            for step, rate in zip(self.steps, self.rates):
                if step[0] == 'C':
                    r += rate[0]
                elif step[0] == 'E':
                    reached.append(r)
                else:
                    far, speed, rise = rate[0] or bounds(rate[1], t0, t1)
                    if step[0] == 'T':
                        turn = speed * speed + rise
                        a += 2 * speed * v + turn * r
                        b += 2 * speed * w + turn
                        v += speed * r
                        w += speed
                    else:
                        r, v, a = r + far, v + speed, a + rise
            found = self.found[key] = (r * UP, v * UP, w * UP, a * UP, b * UP, reached)
        return found

    def slack(self, x, reached):
        """Returns how far a point within x of the origin may be off beside what turns do to first order, and by each turn at most."""
        total = drift = ways = 0.0
        caps = []
        for k, r in zip(self.offs, reached):
            _, l, alpha, _ = self.steps[k]
            # a turn keeps what it moves as far from later origins, a way does not
            r = (x + r + ways) * UP
            total += l + alpha * drift + alpha * alpha * r / 2
            caps.append(min(alpha, 2.0) * r * UP)
            ways += l
            drift += l + min(alpha, 2.0) * r
        return total * UP, caps


def inverted(steps):
    out = []
    for step in reversed(steps):
        if step[0] == 'C':
            out.append(('C', inverse(step[1]), step[2]))
        elif step[0] == 'T':
            out.append(('T', step[1], [-c for c in step[2]], step[3]))
        elif step[0] == 'W':
            out.append(('W', [[-c for c in poly] for poly in step[1]], step[2]))
        else:
            out.append(step)
    return out


class Motion:
    """The frames of a segment."""

    def __init__(self, problem, steps, parents):
        self.problem, self.steps, self.parents = problem, steps, parents
        self.poses, self.chains, self.routes, self.moving = {}, {}, {}, {}

    def chain(self, f):
        found = self.chains.get(f)
        if found is None:
            found, g = [], f
            while g >= 0:
                found.append(g)
                g = self.parents[g]
            self.chains[f] = found
        return found

    def weight(self, f):
        """Returns how many frames a chain counts."""
        weigh = self.problem.weights
        return sum(weigh.get(g, 1) for g in self.chain(f)) if weigh else len(self.chain(f))

    def moves(self, f):
        if f < 0:
            return False
        found = self.moving.get(f)
        if found is None:
            found = self.moves(self.parents[f]) if len(self.chain(f)) < 500 else True
            for step in self.steps[f]:
                if step[0] == 'T' and len(step[2]) > 1 or step[0] == 'W' and max(map(len, step[1])) > 1:
                    found = True
            self.moving[f] = found
        return found

    def pose(self, f, t):
        """Returns the pose of a frame in the world."""
        if f < 0:
            return NOWHERE
        if not self.moves(f):
            t = 0
        found = self.poses.get((f, t))
        if found is None:
            todo = []
            for g in self.chain(f):
                found = self.poses.get((g, t if self.moves(g) else 0))
                if found:
                    break
                todo.append(g)
            found = found or NOWHERE
            for g in reversed(todo):
                for step in reversed(self.steps[g]):
                    if step[0] != 'E':
                        found = compose(found, step_pose(step, t))
                self.poses[g, t if self.moves(g) else 0] = found
            if len(self.poses) > 60_000:
                self.poses.clear()
        return found

    def seen(self, f, above, t):
        """Returns the pose of a frame seen from another one."""
        if above < 0:
            return self.pose(f, t)
        if f == above:
            return NOWHERE
        if not self.moves(f) and not self.moves(above):
            t = 0
        found = self.poses.get((f, above, t))
        if found is None:
            found = self.poses[f, above, t] = compose(inverse(self.pose(above, t)), self.pose(f, t))
        return found

    def shared(self, a, b):
        """Returns the last frame on which both stand."""
        above = set(self.chain(b))
        return next((f for f in self.chain(a) if f in above), -1)

    def steps_to(self, f, above):
        """Returns the steps from a frame to one that it stands on."""
        out = []
        while f != above:
            out += self.steps[f]
            f = self.parents[f]
        return out

    def route(self, f, to):
        found = self.routes.get((f, to))
        if found is None:
            top = self.shared(f, to)
            up, down = self.steps_to(f, top), inverted(self.steps_to(to, top))
            if up and down and up[-1][0] == down[0][0] == 'W':
                # two ways that meet are one
                way = [[sum(c) for c in zip(*padded(p, q))] for p, q in zip(up[-1][1], down[0][1])]
                up, down = up[:-1], [('W', way, up[-1][2] + down[0][2])] + down[1:]
            found = self.routes[f, to] = Route(up + down)
        return found


def padded(p, q):
    n = max(len(p), len(q))
    return p + [0] * (n - len(p)), q + [0] * (n - len(q))


# -------------------------------------------------------------------------------------------------------------- Proofs

class Support:
    """The largest of n x over the corners x of a node, with what radius and uncertainty add to it, seen at one time: an upper bound, made sharper box by box."""

    def __init__(self, shape, node, c, length, offs):
        self.shape, self.c, self.length, self.offs = shape, c, length, offs
        self.heap = [(-self.value(node), node)]
        self.bound = -self.heap[0][0]

    def value(self, node):
        c0, c1, c2 = self.c
        if node[1] - node[0] == 1:
            a, b, c, d, e, f, g, h, i, r = self.shape.triangle(node[0])
            if self.offs:
                return r * self.length + self.uncertain(((a, b, c), (d, e, f), (g, h, i)))
            return max(c0 * a + c1 * b + c2 * c, c0 * d + c1 * e + c2 * f, c0 * g + c1 * h + c2 * i) + r * self.length
        x, y, z, X, Y, Z, r, _ = self.shape.box(node)
        if self.offs:
            return r * self.length + self.uncertain([(p, q, s) for p in (x, X) for q in (y, Y) for s in (z, Z)])
        return c0 * (X if c0 > 0 else x) + c1 * (Y if c1 > 0 else y) + c2 * (Z if c2 > 0 else z) + r * self.length

    def uncertain(self, points):
        """Returns the largest value at these points, and the most that each uncertain turn may add at one of them: both bound the hull."""
        c0, c1, c2 = self.c
        total = max(c0 * x + c1 * y + c2 * z for x, y, z in points)
        for alpha, g, (ox, oy, oz), cap in self.offs:
            most = 0
            for x, y, z in points:
                x, y, z = x - ox, y - oy, z - oz
                if g is None:
                    p, q, r = c1 * z - c2 * y, c2 * x - c0 * z, c0 * y - c1 * x
                    most = max(most, p * p + q * q + r * r)
                else:
                    most = max(most, abs(g[0] * x + g[1] * y + g[2] * z))
            total += min(cap, (alpha * (root_up(most) if g is None else most) >> BITS) + 1)
        return total

    def is_sharp(self):
        i, j = self.heap[0][1]
        return j - i == 1

    def open(self):
        heap = self.heap
        first, second = self.shape.tree.children(heap[0][1])
        heapq.heapreplace(heap, (-self.value(first), first))
        heapq.heappush(heap, (-self.value(second), second))
        self.bound = -heap[0][0]


class Side:
    """One body of a leaf: its node, and how it comes to be where directions stand."""

    def __init__(self, body, node, route, motion, seen_from):
        self.shape, self.frame, self.node = body.shape, body.frame, node
        self.route, self.motion, self.seen_from = route, motion, seen_from
        self.reach = body.shape.box(node)[7]
        self.slack, self.caps = 0.0, ()
        if route.offs:
            self.slack, self.caps = route.slack(self.reach, route.bend(0, ONE)[5])

    def at(self, t, n, length, sign):
        """Returns the support along sign n, n p, and by how much both may be off; in units of 2**-240."""
        R, p, eR, ep = self.motion.seen(self.frame, self.seen_from, t)
        n0, n1, n2 = n
        r0, r1, r2, r3, r4, r5, r6, r7, r8 = R
        c = (n0 * r0 + n1 * r3 + n2 * r6, n0 * r1 + n1 * r4 + n2 * r7, n0 * r2 + n1 * r5 + n2 * r8)
        if sign < 0:
            c = (-c[0], -c[1], -c[2])
        error = length * (int(eR * self.reach + 1) + ep + 3)
        offs = ()
        if self.route.offs:
            offs, more = self.uncertainty(t, c, length)
            error += more
        return Support(self.shape, self.node, c, length, offs), (n0 * p[0] + n1 * p[1] + n2 * p[2]) << BITS, error

    def uncertainty(self, t, c, length):
        pose, out, error = NOWHERE, [], 0
        caps = iter(self.caps)
        for step in self.route.steps:
            if step[0] != 'E':
                pose = compose(step_pose(step, t), pose)
                continue
            cap = next(caps)
            _, _, alpha, axis = step
            if alpha == 0:
                continue
            R, o, eR, eo = inverse(pose)
            g = None
            if axis is not None:
                x, y, z = times_vector(R, axis)
                # c (axis x v) = (c x axis) v
                g = ((c[1] * z - c[2] * y) >> BITS, (c[2] * x - c[0] * z) >> BITS, (c[0] * y - c[1] * x) >> BITS)
            out.append((fixed_up(alpha), g, o, fixed_up(cap) * length))
            error += fixed_up(alpha) * length * (int((eR + 9) * (self.reach + length_of(o) + 1)) + eo + 9) >> BITS
        return out, error


def length_of(v):
    return sum(abs(x) for x in v) / ONE


MOST_PIECES, DEEPEST = 4096, 60


def judge(motion, a, b, nodes, seen_from, n, span, apart, gap, work):
    """Whether a leaf holds: True, False where it is refuted, None where that is not decided.

    g(t) = n y - n x less clearance and radii, for corners x of a and y of b. Over a piece of time of length T let |g''| be
    at most K. Then g is above its chord less K/2 (t - t0)(t1 - t): with D = K T T / 2 and S0, S1 at its ends, g > 0 where
    S0, S1 > 0 and |S0 - S1| >= D, or 2 D (S0 + S1) > D D + (S0 - S1)(S0 - S1).
    """
    square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2]
    length = root_up(square << 2 * BITS)
    top = motion.shared(a.frame, b.frame)
    together = seen_from == -1 or seen_from in motion.chain(top) if top >= 0 else seen_from == -1
    to = top if together else seen_from
    sides = [Side(body, node, motion.route(body.frame, to), motion, seen_from) for body, node in zip((a, b), nodes)]
    common = motion.route(top, seen_from) if together and top != seen_from else None
    slack = fixed_up(sides[0].slack + sides[1].slack) if sides[0].slack or sides[1].slack else 0
    frames = motion.weight(a.frame) + motion.weight(b.frame) + motion.weight(seen_from)
    if span[1] < motion.problem.until:
        work.add(20 * frames)
    ends = {}

    def end(t):
        found = ends.get(t)
        if found is None:
            x, kx, ex = sides[0].at(t, n, length, 1)
            y, ky, ey = sides[1].at(t, n, length, -1)
            less = ex + ey + (apart + slack + (gap if t == 0 else 0)) * length
            found = ends[t] = [x, y, ky - kx - less, ex + ey]
        return found

    def bending(t0, t1):
        if common is None or not common.steps:
            total = 0.0
            for side in sides:
                bend = side.route.bend(t0, t1)
                total += (bend[3] + bend[4] * side.reach) * (1 + side.route.spread)
            return total
        r = v = acceleration = 0.0
        for side in sides:
            bend = side.route.bend(t0, t1)
            r += bend[0] + side.reach
            v += bend[1] + bend[2] * side.reach
            acceleration += (bend[3] + bend[4] * side.reach)
        for step, rate in zip(common.steps, common.rates):
            if step[0] == 'T':
                _, speed, rise = rate[0] or bounds(rate[1], t0, t1)
                acceleration += 2 * speed * v + (speed * speed + rise) * r
                v += speed * r
        return acceleration * (1 + sides[0].route.spread + sides[1].route.spread)

    todo, pieces = [(*span, 0)], 0
    steady = None
    while todo:
        t0, t1, depth = todo.pop()
        pieces += 1
        work.piece(50 + 5 * frames)
        first, last = end(t0), end(t1)
        T = (t1 - t0) / ONE
        if steady is None or not steady[0]:
            steady = (all(s.route.is_steady for s in sides) and (common is None or common.is_steady), bending(t0, t1))
        D = fixed_up(steady[1] * T * T / 2 * UP + 2.0 ** -700) * length
        while True:
            S0, S1 = first[2] - first[0].bound - first[1].bound, last[2] - last[0].bound - last[1].bound
            if S0 > 0 and S1 > 0:
                d = S0 - S1
                if d >= D or -d >= D or 2 * D * (S0 + S1) > D * D + d * d:
                    break
            low, high = (first, last) if S0 < S1 else (last, first)
            opened = [s for s in low[:2] if not s.is_sharp()] or [s for s in high[:2] if not s.is_sharp()]
            if not opened:
                break
            for support in opened:
                support.open()
                work.add(4)
        if S0 > 0 and S1 > 0 and (d >= D or -d >= D or 2 * D * (S0 + S1) > D * D + d * d):
            continue
        for t, S, found in ((t0, S0, first), (t1, S1, last)):
            if S < 0 and is_false(sides, n, length, apart + (gap if t == 0 else 0), t, found[3]):
                return False
        middle = (t0 + t1) >> 1
        if depth == DEEPEST or pieces + len(todo) >= MOST_PIECES or t0 == middle:
            return None
        work.add(20 * frames)
        todo += ((middle, t1, depth + 1), (t0, middle, depth + 1))
        ends_left = {t for piece in todo for t in piece[:2]}
        if len(ends) > 64:
            for t in [t for t in ends if t not in ends_left]:
                del ends[t]
    return True


def is_false(sides, n, length, apart, t, error):
    """Whether two corners are certainly too near along n at a time, where all is where it is told to be."""
    down = isqrt((n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) << 2 * BITS)
    g = 0
    for side, sign in zip(sides, (1, -1)):
        support, k, e = side.at(t, n, down, sign)
        support.offs = ()
        support.bound = support.value(side.node)
        support.heap = [(-support.bound, side.node)]
        while not support.is_sharp():
            support.open()
        g -= support.bound + sign * k - e - 3 * length
    return g - apart * down + error < 0


def read_stream(problem, motion, pair, row, start, until, gap):
    """Runs the stream of a pair over [start, until]; returns whether all of it is proven."""
    raw, at, size = problem.stream, 0, len(problem.stream)
    a, b = (problem.bodies[k] for k in (pair.a, pair.b))
    trees = a.shape.tree, b.shape.tree
    stack = [((0, a.shape.count), (0, b.shape.count), start)]
    before, is_whole = None, True
    work = problem.work
    while stack:
        if at >= size:
            raise Malformed('a stream ends before its pair is proven')
        code = raw[at]
        at += 1
        A, B, t0 = stack.pop()
        if code == 2 or code == 3:
            node = (A, B)[code - 2]
            if node[1] - node[0] == 1:
                raise Malformed('a stream splits a single triangle')
            first, second = trees[code - 2].children(node)
            if code == 2:
                stack += ((second, B, t0), (first, B, t0))
            else:
                stack += ((A, second, t0), (A, first, t0))
            continue
        if code == 0x40:
            is_whole = False
            continue
        wide, timed, kind = code >> 2 & 3, code >> 4 & 3, code & 3
        if kind > 1 or code & 0x40 or code & 0x80 and wide or timed and kind == 0:
            raise Malformed('no operation has this code')
        if code & 0x80:
            n, at = take(raw, at, 'd', 8, 3)
            for x in n:
                number(x, 'direction')
            if any(n):
                before = exact(n)
            else:
                before = [0, 0, 0]
        elif wide < 3:
            before, at = take(raw, at, 'bhi'[wide], 1 << wide, 3)
        if before is None or not any(before):
            raise Malformed('a leaf has no direction')
        t1 = until
        if kind == 1:
            (t,), at = take(raw, at, 'BHId'[timed], 1 << timed, 1)
            t1 = time_of(t, 't', 0) if timed == 3 else t << BITS - (8 << timed)
            if not t0 < t1 < until:
                raise Malformed('a leaf ends before it begins, or not before the end')
            stack.append((A, B, t1))
        work.leaves += 1
        holds = judge(motion, a, b, (A, B), problem.seen_from, before, (t0, t1), pair.apart, gap if t0 == 0 else 0, work)
        if holds is False:
            raise Refuted(f'segment {problem.segment}: {problem.names(pair)}: a leaf does not hold')
        is_whole = is_whole and holds is True
    if at != size:
        raise Malformed('a stream goes on when its pair is proven')
    return is_whole


def take(raw, at, kind, width, count):
    end = at + width * count
    if end > len(raw):
        raise Malformed('a stream ends within a direction or a time')
    out = array(kind, raw[at:end])
    if sys.byteorder == 'big':
        out.byteswap()
    return list(out), end


# ------------------------------------------------------------------------------------- Bodies, phases, pairs, segments

class Body:
    def __init__(self, row, shapes, frames):
        keys(row, 'body', 'kind name shape frame', 'solid')
        self.name = text_of(row, 'name')
        self.shape = shapes[index(row['shape'], 'shape', 0, len(shapes) - 1)]
        self.frame = index(row['frame'], 'frame', -1, len(frames) - 1)
        if self.frame >= 0 and frames[self.frame].moves == 'guide':
            raise Malformed('a guide carries nothing')
        self.solid = row.get('solid')
        if 'solid' in row:
            if self.solid not in ('winding', 'parity'):
                raise Malformed('body: solid is neither winding nor parity')
            self.shape.check_closed(self.solid)


class Pair:
    def __init__(self, row, problem):
        keys(row, 'pair', 'kind a b', 'clearance leave arrive')
        most = len(problem.bodies) - 1
        self.a, self.b = index(row['a'], 'a', 0, most), index(row['b'], 'b', 0, most)
        self.clearance = number(row['clearance'], 'clearance', 0) if 'clearance' in row else problem.clearance
        self.apart = fixed_up(self.clearance)
        self.leave = text_of(row, 'leave') if 'leave' in row else None
        self.arrive = text_of(row, 'arrive') if 'arrive' in row else None
        # 'new', then 'judged' once something was proven, then 'arrived'
        self.state = 'new'


class Problem:
    """What the lines of a rigid proof say, one after the other."""

    RANK = {'inbetween-proof/1': 0, 'shape': 1, 'frame': 2, 'closure': 3, 'body': 4}

    def __init__(self, work):
        self.work = work
        self.shapes, self.frames, self.closures, self.bodies = [], [], [], []
        self.pairs, self.untested, self.said = [], [], set()
        self.rank, self.expects, self.triangles = -1, 'head', 0
        self.segment, self.proofs, self.values = -1, 0, 0
        self.motion = self.before = None
        self.is_open, self.why, self.until = False, '', ONE
        self.phase, self.told, self.is_phase_new = None, None, True
        self.weights, self.windows, self.gap, self.shown = {}, [], 0.0, 0
        self.closed_before = {}
        self.verdict = self.witness = None

    def names(self, pair):
        return f'{self.bodies[pair.a].name!a} and {self.bodies[pair.b].name!a}'

    def leave_open(self, why):
        if not self.is_open:
            self.is_open, self.why = True, f'segment {self.segment}: {why}'

    def line(self, row):
        kind = row['kind']
        if self.expects == 'end':
            raise Malformed('a line stands behind the verdict')
        if self.rank < 0 and kind != 'inbetween-proof/1':
            raise Malformed('this is no proof')
        rank = self.RANK.get(kind)
        if rank is not None:
            if self.expects != 'head' or rank < self.rank or rank == self.rank == 0:
                raise Malformed('the line does not stand here')
            self.rank = rank
        if kind == 'inbetween-proof/1':
            self.header(row)
        elif kind == 'shape':
            if len(self.shapes) == 20_000:
                raise Malformed('there are too many shapes')
            shape = Shape(row)
            self.shapes.append(shape)
            self.triangles += shape.count
            if self.triangles > 2 ** 23:
                raise Malformed('there are too many triangles')
        elif kind == 'frame':
            if len(self.frames) == 1_000_000:
                raise Malformed('there are too many frames')
            frame = Frame(row, self.frames)
            if frame.depth > 1000:
                raise Malformed('there are more than 1,000 frames on one another')
            self.frames.append(frame)
            if frame.is_joint:
                self.values = max(self.values, frame.value + 1)
        elif kind == 'closure':
            if len(self.closures) == 1000:
                raise Malformed('there are too many closures')
            self.closures.append(Closure(row, self))
        elif kind == 'body':
            if len(self.bodies) == 20_000:
                raise Malformed('there are too many bodies')
            self.bodies.append(Body(row, self.shapes, self.frames))
        elif kind == 'phase':
            self.begin_phase(row)
        elif kind in ('pair', 'untested'):
            if self.expects not in ('head', 'pairs'):
                raise Malformed('the line does not stand here')
            self.begin_pairs()
            (self.read_pair if kind == 'pair' else self.read_untested)(row)
        elif kind == 'segment':
            self.read_segment(row)
        elif kind == 'proof':
            self.read_proof(row)
        elif kind == 'verdict':
            self.read_verdict(row)
        else:
            raise Malformed('the line does not stand here')

    def header(self, row):
        read_header(row, ('segments', ''))
        self.segments = index(row['segments'], 'segments', 1, 10_000_000)
        self.clearance, self.header_tolerance = row['clearance'], row['tolerance']
        self.row = row

    # Phases

    def begin_phase(self, row):
        keys(row, 'phase', 'kind', 'carried tolerance')
        if self.expects not in ('head', 'proofs') or self.expects == 'proofs' and not self.is_complete():
            raise Malformed('the line does not stand here')
        if self.until != ONE or self.segment + 1 >= self.segments:
            raise Malformed('a phase stands behind the last segment')
        self.told = self.phase
        frames = [k for k, frame in enumerate(self.frames) if frame.moves == 'carried']
        carried = {}
        for f, one in zip(frames, items(row.get('carried', []), 'carried', len(frames))):
            keys(one, 'carried', 'on', 'at')
            on = index(one['on'], 'on', -1, f - 1)
            if on >= 0 and self.frames[on].moves == 'guide':
                raise Malformed('a guide carries nothing')
            carried[f] = on, read_pose(one['at'], 'at') if 'at' in one else None
        self.start_phase(carried, number(row.get('tolerance', self.header_tolerance), 'tolerance', 1 / MOST))

    def start_phase(self, carried, tolerance):
        self.phase, self.tolerance, self.is_phase_new = carried, tolerance, True
        self.parents = [frame.parent for frame in self.frames]
        for f, (on, _) in carried.items():
            self.parents[f] = on
        if carried:
            depth = []
            for parent in self.parents:
                depth.append(depth[parent] + 1 if parent >= 0 else 1)
                if depth[-1] > 1000:
                    raise Malformed('there are more than 1,000 frames on one another')
            self.work.add(20 * sum(depth[f] for f in carried))
        self.work.add(len(self.bodies) ** 2 / 2048)
        self.pairs, self.covered, self.expects = [], [0] * len(self.bodies), 'pairs'

    def begin_pairs(self):
        if self.expects == 'head':
            if any(frame.moves == 'carried' for frame in self.frames):
                raise Malformed('a phase must tell what is carried where')
            self.start_phase({}, self.header_tolerance)

    # Pairs

    def cover(self, A, B):
        a, b = sum(1 << k for k in A), sum(1 << k for k in B)
        more = defaultdict(int)
        for k in A:
            more[k] |= b & ~(1 << k)
        for k in B:
            more[k] |= a & ~(1 << k)
        for k, bits in more.items():
            if self.covered[k] & bits:
                raise Malformed('two bodies stand twice')
            self.covered[k] |= bits
        return sum(bin(bits).count('1') for bits in more.values()) // 2

    def read_pair(self, row):
        pair = Pair(row, self)
        if not self.cover([pair.a], [pair.b]):
            raise Malformed('pair: it is one body')
        self.pairs.append(pair)

    def read_untested(self, row):
        keys(row, 'untested', 'kind a b by why')
        most = len(self.bodies) - 1
        lists = [[index(x, key, 0, most) for x in items(row[key], key, 1, 20_000)] for key in 'ab']
        by, why = text_of(row, 'by'), text_of(row, 'why')
        if any(len(set(one)) < len(one) for one in lists):
            raise Malformed('untested: a body stands twice')
        count = self.cover(*lists)
        if not count:
            raise Malformed('untested: there is no pair in it')
        self.said.add((by, why))
        if len(self.said) > 10_000:
            raise Malformed('untested: there are too many reasons')
        self.untested.append((count, by, why))
        self.work.add(count / 16)

    # Segments

    def is_complete(self):
        return self.proofs == len(self.pairs)

    def read_segment(self, row):
        keys(row, 'segment', 'kind', 'until values motions closed')
        if self.expects == 'head':
            self.begin_pairs()
        if self.expects == 'proofs' and not self.is_complete():
            raise Malformed('proofs are not one for each pair')
        if self.until != ONE or self.segment + 1 >= self.segments:
            raise Malformed('a segment stands behind the last one')
        if self.expects == 'pairs':
            everybody = (1 << len(self.bodies)) - 1
            if any(bits | 1 << k != everybody for k, bits in enumerate(self.covered)):
                raise Malformed('two bodies are neither tested nor said not to be')
        self.work.add(20 * len(self.frames) + len(self.bodies))
        self.segment += 1
        self.until = time_of(row.get('until', 1.0), 'until')
        values = [read_value(one) for one in items(row.get('values', []), 'values', self.values)]
        movers = [k for k, frame in enumerate(self.frames) if frame.moves in ('free', 'guide')]
        rows = items(row.get('motions', []), 'motions', len(movers))
        motions = {f: read_motion(one) for f, one in zip(movers, rows)}
        self.weights = {f: len(one) for f, one in zip(movers, rows) if isinstance(one, list) and len(one) > 1}
        steps = []
        for f, frame in enumerate(self.frames):
            if frame.is_joint:
                steps.append(frame.inner + joint_steps(frame, *values[frame.value]) + frame.outer)
            elif f in motions:
                steps.append(frame.inner + motions[f][0] + frame.outer)
            elif frame.moves == 'carried':
                at = self.phase[f][1]
                steps.append([constant(at)] if at else [])
            else:
                steps.append(frame.inner + frame.outer)
        self.before, self.motion = self.motion, Motion(self, steps, self.parents)
        self.motion.values, self.motion.motions = values, motions
        self.jumps, self.gaps = {}, None
        if self.segment > 0:
            self.meet()
        closed = items(row.get('closed', []), 'closed', 0, len(self.closures))
        self.closed_before = check_closed(self, closed, values)
        if closed:
            self.shown += 1
        self.expects, self.proofs = 'proofs', 0
        self.is_first, self.is_phase_new = self.is_phase_new, False

    # Where segments meet

    def meet(self):
        """Finds how far the segment begins from where the one before ended."""
        before, now = self.before, self.motion
        g = []
        for (p, e), (q, f) in zip(before.values, now.values):
            jump = sum(p) - q[0]
            g.append(max(0.0, float(abs(jump) - Fraction(e) - Fraction(f))) if jump else None)
        for k, frame in enumerate(self.frames):
            found = None
            if frame.is_joint:
                if g[frame.value] is None:
                    continue
                by = abs(frame.times) * g[frame.value]
                l = by if frame.moves == 'prismatic' else abs(frame.pitch) * by / 2 / math.pi
                found = (0.0, l) if frame.moves == 'prismatic' else (by, l)
                found += found
            elif frame.moves == 'free':
                p, q = before.motions[k], now.motions[k]
                if p[2] and p[2] == q[1]:
                    continue
                poses = [local(m.steps[k], t) for m, t in ((before, ONE), (now, 0))]
                found = distance(*poses, p[3] + q[3])
            elif frame.moves == 'carried' and self.is_phase_new and self.told and self.told[k] != self.phase[k]:
                found = distance(before.pose(k, ONE), now.pose(k, 0), 0.0)
            if found:
                self.jumps[k] = found
        if not self.jumps:
            return
        self.gaps = [self.gap_of(body) for body in self.bodies]
        for body, (low, high) in zip(self.bodies, self.gaps):
            if low * (1 - 2.0 ** -20) > body.shape.size * 2.0 ** -20:
                raise Malformed('the path jumps between two segments')
            if low > 0:
                self.gap = max(self.gap, high)

    def gap_of(self, body):
        """Returns a lower and an upper bound of how far points of a body jump."""
        low = high = 0.0
        r = (body.shape.reach + body.shape.radius) * UP
        for f in self.motion.chain(body.frame):
            frame = self.frames[f]
            if f in self.jumps:
                alpha, l, most, far = self.jumps[f]
                low += (l + r * alpha) * (1 - 2.0 ** -20)
                high = (high + far + r * most) * UP
                if frame.moves == 'carried' and (alpha or l or most or far):
                    break
            r += length(local(self.motion.steps[f], 0)[1])
            for step in self.motion.steps[f]:
                if step[0] == 'E':
                    r += step[1]
            r *= UP
        return low, high

    # Proofs

    def read_proof(self, row):
        keys(row, 'proof', 'kind pair frame stream', 'leave arrive near')
        if self.expects != 'proofs':
            raise Malformed('the line does not stand here')
        if self.is_complete() or index(row['pair'], 'pair', 0, len(self.pairs) - 1) != self.proofs:
            raise Malformed('proofs are not one for each pair, in their order')
        pair = self.pairs[self.proofs]
        self.seen_from = index(row['frame'], 'frame', -1, len(self.frames) - 1)
        self.stream = data(row, 'stream')
        start, end, shows = self.window(pair, row)
        self.proofs += 1
        gap = 0
        a, b = self.bodies[pair.a], self.bodies[pair.b]
        if start < end:
            if self.gaps and start == 0:
                gap = fixed_up(self.gaps[pair.a][1] + self.gaps[pair.b][1])
            if not read_stream(self, self.motion, pair, row, start, end, gap):
                self.leave_open(f'{self.names(pair)}: not all leaves could be decided')
        elif self.stream:
            raise Malformed('a stream stands where there is nothing to prove')
        if not shows:
            self.leave_open(f'{self.names(pair)}: that they are near where they may touch is not shown')
        if start < end and (a.solid or b.solid):
            # a stream that begins where the pair has left, or elsewhere than the segment before ended, or at first
            jumps = any(f in self.jumps for body in (a, b) for f in self.motion.chain(body.frame))
            if pair.state == 'new' or jumps:
                self.check_start(pair, start)
        if start < end and pair.state == 'new':
            pair.state = 'judged'
        if 'arrive' in row:
            pair.state = 'arrived'

    def check_start(self, pair, t):
        found = self.inside(pair, t, 'ab', False)
        if found:
            raise Refuted(f'segment {self.segment}: {self.names(pair)} start one inside the other')
        if found is None:
            self.leave_open(f'{self.names(pair)}: whether one starts inside the other could not be decided')

    # Windows

    def window(self, pair, row):
        """Returns from when to when the stream runs, and whether the two are shown to be near before and behind."""
        start, end, until = 0, self.until, self.until
        if 'leave' in row:
            start = time_of(row['leave'], 'leave')
            if pair.leave is None or pair.state != 'new':
                raise Malformed('leave: nobody said so, or it has left')
        if 'arrive' in row:
            end = time_of(row['arrive'], 'arrive', 0)
            if pair.arrive is None or end >= until:
                raise Malformed('arrive: nobody said so, or not before the end')
            if pair.state == 'arrived' and end:
                raise Malformed('arrive: it does not stay to the end')
        elif pair.state == 'arrived':
            raise Malformed('arrive: it does not stay to the end')
        # where it is not empty something is between; before something was proven it cannot have arrived
        if start > until or end <= start and not (end == 0 == start and pair.state != 'new' or start == end == until):
            raise Malformed('leave, arrive: there is nothing between')
        shows = True
        times = []
        for one in items(row.get('near', []), 'near', 0, 4096):
            keys(one, 'near', 't', 'a b u v inside')
            t = time_of(one['t'], 't', 0)
            times.append(t)
            self.check_witness(pair, {k: v for k, v in one.items() if k != 't'}, t, 2, 'near')
        for low, high, key in ((0, start, 'leave'), (end, until, 'arrive')):
            if key in row:
                self.windows.append((self.segment, pair, key, low, high, getattr(pair, key)))
                if len(self.windows) > 10_000:
                    raise Malformed('there are too many windows')
                shows = shows and are_dense(times, low, high)
        return start, end, shows

    # Witness

    def check_witness(self, pair, one, t, factor, where):
        """Refutes a witness whose points are too far apart, or of whom none is inside."""
        a, b = self.bodies[pair.a], self.bodies[pair.b]
        if 'inside' in one:
            keys(one, where, 'inside')
            if one['inside'] not in ('a', 'b'):
                raise Malformed('inside: neither a nor b')
            found = self.inside(pair, t, one['inside'], True)
            if found is None:
                self.leave_open(f'{self.names(pair)}: whether one is inside the other could not be decided')
            elif not found:
                raise Refuted(f'witness: no part of {self.names(pair)} is inside the other')
            return
        keys(one, where, 'a b u v')
        bound = Fraction(pair.clearance) + factor * Fraction(self.tolerance)
        points, error = [], 4
        for body, key, weights in ((a, 'a', 'u'), (b, 'b', 'v')):
            k = index(one[key], key, 0, body.shape.count - 1)
            w = [index(x, 'weight', 0, 2 ** 53 - 1) for x in items(one[weights], weights, 3)]
            if not any(w):
                raise Malformed('witness: weights are 0')
            xs = body.shape.triangle(k)
            x = tuple((w[0] * xs[j] + w[1] * xs[3 + j] + w[2] * xs[6 + j]) // sum(w) for j in range(3))
            self.work.add(50 + 20 * self.motion.weight(body.frame))
            R, p, eR, ep = self.motion.pose(body.frame, t)
            points.append(tuple(y + z for y, z in zip(times_vector(R, x), p)))
            error += ep + 6 + int(eR * (length_of(x) + 1))
            bound += Fraction(body.shape.radius if body.shape.radii is None else body.shape.radii[k])
        far = isqrt(sum((x - y) ** 2 for x, y in zip(*points)))
        if far - error - 1 > fixed_up(bound):
            raise Refuted(f'points of {self.names(pair)} are farther apart than clearance and tolerance')
        if far + error + 1 > fixed(bound):
            self.leave_open(f'{self.names(pair)}: how near two points are could not be decided')

    # Starting inside

    def inside(self, pair, t, which, any_corner):
        """Whether a part of one body (which: 'a', 'b' or both) is inside the other one, a solid; None: not decided."""
        answer = False
        a, b = self.bodies[pair.a], self.bodies[pair.b]
        for name, body, solid in (('a', a, b), ('b', b, a)):
            if name not in which or not solid.solid:
                continue
            self.work.add(50 + 20 * (self.motion.weight(body.frame) + self.motion.weight(solid.frame)))
            pose = self.motion.pose(body.frame, t)
            if solid.frame != body.frame:
                pose = compose(inverse(self.motion.pose(solid.frame, t)), pose)
            else:
                pose = NOWHERE
            R, p, eR, ep = pose
            places = body.shape.parts()
            if any_corner:
                used = {body.shape.corners[c] for c in body.shape.triangles}
                places = places + [tuple(map(fixed, x)) for x in used]
            box = solid.shape.box((0, solid.shape.count))
            for x in places:
                e = ep + 6 + int(eR * (length_of(x) + 1))
                y = tuple(u + v for u, v in zip(times_vector(R, x), p))
                if any(v < low - e - 1 or v > high + e + 1 for v, low, high in zip(y, box[:3], box[3:6])):
                    continue
                found = is_inside(solid.shape.triangle, solid.shape.count, y, e + 2, solid.solid, self.work)
                if found:
                    return True
                if found is None:
                    answer = None
        return answer

    # Verdict

    def read_verdict(self, row):
        keys(row, 'verdict', 'kind status', 'witness')
        status = row['status']
        if status not in ('free', 'contact', 'overlap', 'unresolved'):
            raise Malformed('verdict: status is unknown')
        if self.expects != 'proofs':
            raise Malformed('the line does not stand here')
        if ('witness' in row) != (status in ('contact', 'overlap')):
            raise Malformed('verdict: with or without a witness')
        # what touches where a segment begins needs no proofs in it
        bare = self.proofs == 0 and self.pairs and self.until == ONE and (
            status == 'overlap' and self.segment == 0 or status == 'contact' and self.segment > 0)
        if not bare and (status == 'overlap' or not self.is_complete()):
            raise Malformed('verdict: proofs are missing, or stand where there is nothing to prove')
        t = 0 if bare else self.until
        if status == 'free' and (self.segment + 1 < self.segments or self.until < ONE):
            raise Malformed('the proof ends before the path does')
        if 'witness' in row:
            witness = row['witness']
            keys(witness, 'witness', 'pair', 'a b u v' if status == 'contact' else 'a b u v inside')
            pair = self.pairs[index(witness['pair'], 'pair', 0, len(self.pairs) - 1)]
            if pair.leave is not None and pair.state == 'new' or pair.state == 'arrived':
                raise Malformed('witness: the two may touch then')
            self.check_witness(pair, {k: v for k, v in witness.items() if k != 'pair'}, t, 1, 'witness')
            self.witness = pair
        self.end = Fraction(self.segment) + Fraction(t, ONE)
        self.verdict, self.expects = status, 'end'

    def finish(self):
        if self.expects != 'end':
            raise Malformed('the file ends before its verdict')
        return not self.is_open


def local(steps, t):
    """Returns the pose of a frame in its parent."""
    found = NOWHERE
    for step in reversed(steps):
        if step[0] != 'E':
            found = compose(found, step_pose(step, t))
    return found


def distance(A, B, tubes):
    """Returns lower bounds on how far two poses are turned and apart, and upper bounds."""
    R, p, eR, ep = A
    S, q, eS, eq = B
    turn, far = isqrt(sum((x - y) ** 2 for x, y in zip(R, S))), isqrt(sum((x - y) ** 2 for x, y in zip(p, q)))
    e, f = 2 * (eR + eS) + 2, ep + eq + 2
    if A is B:
        return 0.0, 0.0, 0.0, 0.0
    return (max(0, turn - e) / ONE, max(0.0, max(0, far - f) / ONE - tubes * UP), (turn + e) / ONE * UP,
            max(0.0, (far + f) / ONE * UP - tubes))


def are_dense(times, low, high):
    """Whether instants show a window: no two more than 2**-4 apart, the first and last within 2**-9 of its ends."""
    here = [t for t in times if low <= t <= high]
    if not here or here[0] - low > ONE >> 9 or high - here[-1] > ONE >> 9:
        return False
    return all(0 <= u - t <= ONE >> 4 for t, u in zip(here, here[1:]))


RAYS = (577, 331, 211), (-353, 619, 157), (239, -449, 701), (-811, -127, 383)


def is_inside(triangle, count, x, e, rule, work):
    """Whether a point, off by e units, is inside a solid; None: no ray decides it."""
    px, py, pz = x
    for d0, d1, d2 in RAYS:
        weight = d0 + d1 + d2 if min(d0, d1, d2) >= 0 else abs(d0) + abs(d1) + abs(d2)
        work.add(10 * count)
        crossings = 0
        for k in range(count):
            a, b, c, d, f, g, h, i, j = triangle(k)[:9]
            a, b, c, d, f, g, h, i, j = a - px, b - py, c - pz, d - px, f - py, g - pz, h - px, i - py, j - pz
            far = max(a, d, h, -a, -d, -h, b, f, i, -b, -f, -i, c, g, j, -c, -g, -j) + e
            slack = 4 * weight * far * e
            # the sides of the line on which edges run
            u = d0 * (b * g - c * f) + d1 * (c * d - a * g) + d2 * (a * f - b * d)
            v = d0 * (f * j - g * i) + d1 * (g * h - d * j) + d2 * (d * i - f * h)
            if u > slack and v < -slack or u < -slack and v > slack:
                continue
            w = d0 * (i * c - j * b) + d1 * (j * a - h * c) + d2 * (h * b - i * a)
            if u > slack and v > slack and w > slack:
                s = 1
            elif u < -slack and v < -slack and w < -slack:
                s = -1
            elif (u > slack or v > slack or w > slack) and (u < -slack or v < -slack or w < -slack):
                continue
            else:
                # a line near an edge decides nothing, but where all of the triangle is behind
                if all(d0 * p + d1 * q + d2 * r < -weight * e for p, q, r in ((a, b, c), (d, f, g), (h, i, j))):
                    continue
                break
            volume = a * (f * j - g * i) + b * (g * h - d * j) + c * (d * i - f * h)
            if abs(volume) <= 18 * far * far * e:
                break
            if (volume > 0) == (s > 0):
                crossings += s
        else:
            return crossings != 0 if rule == 'winding' else crossings % 2 == 1
    return None


# ------------------------------------------------------------------------------------------------------------ Closures
# Along a span of time m + h s, s in [-1, 1], what depends on time is a polynomial of s and a bound on what it leaves out:
# (coefficients in units, rest in units). Products cut off what is above their order, and add it to the rest.

ORDER = 6


class Closure:
    def __init__(self, row, problem):
        keys(row, 'closure', 'kind unknown joins')
        frames = problem.frames
        if not problem.values:
            raise Malformed('closure: there are no values')
        self.unknown = [index(x, 'unknown', 0, problem.values - 1) for x in items(row['unknown'], 'unknown', 1, 64)]
        if len(set(self.unknown)) < len(self.unknown):
            raise Malformed('closure: a value stands twice')
        self.joins = []
        for join in items(row['joins'], 'joins', 1, 64):
            keys(join, 'join', 'a b at')
            a, b = (index(join[key], key, 0, len(frames) - 1) for key in 'ab')
            self.joins.append((a, b, [numbers(x, 'at', 3) for x in items(join['at'], 'at', 1, 3)]))
        self.rows = sum(3 * len(at) for _, _, at in self.joins)
        self.pieces = 1


def size(A):
    return sum(map(abs, A[0])) + A[1]


def add(A, B):
    a, b = A[0], B[0]
    if len(a) == len(b):
        return list(map(plus, a, b)), A[1] + B[1]
    if len(a) < len(b):
        a, b = b, a
    return list(map(plus, a, b)) + a[len(b):], A[1] + B[1]


def scaled(A, k):
    return [x * k >> BITS for x in A[0]], (A[1] * abs(k) >> BITS) + len(A[0]) + 1


def mul(A, B, order):
    (a, ra), (b, rb) = A, B
    m, n = len(a), len(b)
    total = sum(map(abs, b))
    rest = (ra * (total + rb) + rb * sum(map(abs, a)) >> BITS) + m + n + 1
    if m == 1:
        return [a[0] * y >> BITS for y in b], rest
    top = min(m + n - 1, order + 1)
    back = b[::-1]
    c = [sum(map(times, a[max(0, k - n + 1):k + 1], back[max(0, n - 1 - k):])) >> BITS for k in range(top)]
    if m + n - 1 > top:
        # of what is cut off the sum of the coefficients counts: |s| <= 1
        tails = list(accumulate(map(abs, back)))
        rest += (sum(abs(a[j]) * tails[n - 1 - max(0, top - j)] for j in range(max(0, top - n + 1), m)) >> BITS) + 1
    return c, rest


def cut(A, order):
    return A if len(A[0]) <= order + 1 else (A[0][:order + 1], A[1] + sum(map(abs, A[0][order + 1:])))


def shifted(poly, m, h):
    """Returns a polynomial of t as one of s."""
    a, n = list(poly), len(poly)
    for k in range(n - 1):
        for j in range(n - 2, k - 1, -1):
            a[j] += m * a[j + 1] >> BITS
    scale = ONE
    for k in range(1, n):
        scale = scale * h >> BITS
        a[k] = a[k] * scale >> BITS
    return a


def sine_cosine(angle, error, order):
    """Returns sine and cosine of an angle, a polynomial of s known to within error."""
    s0, c0 = sin_cos(angle[0])
    s, c, n = [s0], [c0], len(angle)
    slope = [k * angle[k] for k in range(1, n)]
    for k in range(order):
        if n == 1:
            break
        top = min(k, n - 2)
        s.append((sum(slope[j] * c[k - j] for j in range(top + 1)) >> BITS) // (k + 1))
        c.append(-(sum(slope[j] * s[k - j] for j in range(top + 1)) >> BITS) // (k + 1))
    sizes = [abs(x) / ONE for x in angle[1:]]
    if sum(sizes) > 8:
        return None
    # the coefficients are at most those of exp(a1 s + a2 s s + ...): sums over all above the order, by Cauchy's bound on a circle
    rest, total = 0.0, sum(sizes)
    if total:
        for q in (1.5, 2, 3, 4, 6, 9, 14, 32, 128, 2.0 ** 10, 2.0 ** 20, (order + 1) / total):
            e = sum(x * q ** (k + 1) for k, x in enumerate(sizes)) if 1.5 <= q < 2.0 ** 60 else 1000
            if e < 200:
                bound = math.exp(e) * q ** -(order + 1) / (1 - 1 / q)
                rest = min(rest, bound) if rest else bound
        rest = rest or 1e9
    rounding = int(math.exp(sum(sizes)) * (8 * order + 8)) + error + 4
    rest = fixed_up(2 * rest * UP) + rounding
    return (s, rest), (c, rest)


class Span:
    """What turns and ways are over a span of time, for all joins."""

    def __init__(self, motion, m, h):
        self.motion, self.m, self.h, self.found = motion, m, h, {}

    def step(self, f, k, order):
        key = f, k, order
        found = self.found.get(key)
        if found is None:
            step = self.motion.steps[f][k]
            if step[0] == 'T':
                found = sine_cosine(shifted(step[2], self.m, self.h), step[3] + 2 * len(step[2]), order)
                if found is None:
                    raise Wide
            else:
                found = [cut((shifted(poly, self.m, self.h), step[2] + 2 * len(poly)), order) for poly in step[1]]
            self.found[key] = found
        return found


class Wide(Exception):
    """A span is too long."""


def turn_vector(u, sc, v, order):
    """Returns a vector of polynomials, turned."""
    s, c = sc
    for k in range(3):
        if u[k] in (ONE, -ONE):
            i, j = (k + 1) % 3, (k + 2) % 3
            x, y = (v[i], v[j]) if u[k] > 0 else (v[j], v[i])
            sy = mul(s, y, order)
            p, q = add(mul(c, x, order), ([-z for z in sy[0]], sy[1])), add(mul(s, x, order), mul(c, y, order))
            out = [v[k]] * 3
            out[i], out[j] = (p, q) if u[k] > 0 else (q, p)
            return out
    along = add(add(scaled(v[0], u[0]), scaled(v[1], u[1])), scaled(v[2], u[2]))
    across = (add(scaled(v[2], u[1]), scaled(v[1], -u[2])), add(scaled(v[0], u[2]), scaled(v[2], -u[0])), add(scaled(v[1], u[0]), scaled(v[0], -u[1])))
    out = []
    for x, k, w in zip(v, u, across):
        stays = scaled(along, k)
        moved = add(x, ([-y for y in stays[0]], stays[1]))
        parts = [stays]
        for factor, part in ((c, moved), (s, w)):
            if max(map(abs, part[0])) <= 8 * len(part[0]):
                parts.append(([0], size(part) + 1))
            else:
                parts.append(mul(factor, part, order))
        # the axis is off by 2 units
        y = add(add(parts[0], parts[1]), parts[2])
        out.append((y[0], y[1] + (8 * size(x) >> BITS) + 8))
    return out


def rotate_vector(R, error, v):
    far = sum(map(size, v))
    out = []
    for k in (0, 3, 6):
        y = add(add(scaled(v[0], R[k]), scaled(v[1], R[k + 1])), scaled(v[2], R[k + 2]))
        out.append((y[0], y[1] + (error * far >> BITS) + 1))
    return out


def lift(span, f, top, points, unknown, frames, order, low):
    """Brings points of a frame to one that it stands on. Returns them, and for each joint that follows its axis, origin and rates there."""
    points = [[([fixed(x)], 1) for x in point] for point in points]
    columns = []
    motion = span.motion
    while f != top:
        frame = frames[f]
        if frame.is_joint and frame.value in unknown:
            axis = [([x], 2) for x in frame.axis]
            columns.append((frame, axis, [([0], 0)] * 3))
        for k, step in enumerate(motion.steps[f]):
            if step[0] == 'E':
                continue
            if step[0] == 'C':
                R, p, eR, ep = step[1]
                if R is not NOWHERE[0]:
                    points = [rotate_vector(R, eR, v) for v in points]
                    columns = [(g, rotate_vector(R, eR, a), rotate_vector(R, eR, o)) for g, a, o in columns]
                way = [([x], ep) for x in p]
            elif step[0] == 'T':
                sc = span.step(f, k, order)
                points = [turn_vector(step[1], sc, v, order) for v in points]
                sc = span.step(f, k, low)
                columns = [(g, turn_vector(step[1], sc, a, low), turn_vector(step[1], sc, o, low)) for g, a, o in columns]
                continue
            else:
                way = span.step(f, k, order)
            points = [[add(x, w) for x, w in zip(v, way)] for v in points]
            columns = [(g, a, [cut(add(x, w), low) for x, w in zip(o, way)]) for g, a, o in columns]
        f = motion.parents[f]
    return points, columns


def levers(motion, f, top, points, frames, unknown, errors):
    """Returns how far what is given may move points of a frame, and by how much all that is off may change a column of a slide, and of a turn."""
    r = max(sqrt(x * x + y * y + z * z) for x, y, z in points) * UP
    given = turns = ways = 0.0
    while f != top:
        frame = frames[f]
        follows = frame.is_joint and frame.value in unknown
        for step in motion.steps[f]:
            if step[0] == 'C':
                r += step[2]
            elif step[0] == 'W':
                r += bounds(step[1], 0, ONE)[0]
            elif step[0] == 'E' and not follows:
                given += step[1] + step[2] * r
                turns, ways, r = turns + step[2], ways + step[1], r + step[1]
        if follows:
            by = abs(frame.times) * errors[frame.value] * UP
            if frame.moves != 'prismatic':
                turns += by
            if frame.moves != 'revolute':
                far = by if frame.moves == 'prismatic' else abs(frame.pitch) * by / 6.28
                ways, r = ways + far, r + far
        r *= UP
        f = motion.parents[f]
    return given * UP, turns * UP, (turns * r + ways) * UP


def cross(a, b, order):
    def minus(p, q):
        q = mul(*q, order)
        return add(mul(*p, order), ([-x for x in q[0]], q[1]))
    return [minus((a[1], b[2]), (a[2], b[1])), minus((a[2], b[0]), (a[0], b[2])), minus((a[0], b[1]), (a[1], b[0]))]


def inverse_of(M):
    """Returns an inverse by doubles, or None."""
    n = len(M)
    A = [list(row) + [float(i == k) for k in range(n)] for i, row in enumerate(M)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[best] = A[best], A[k]
        if not abs(A[k][k]) > 1e-200:
            return None
        pivot = A[k][k]
        A[k] = [x / pivot for x in A[k]]
        for i in range(n):
            if i != k and A[i][k]:
                factor = A[i][k]
                A[i] = [x - factor * y for x, y in zip(A[i], A[k])]
    out = [row[n:] for row in A]
    return out if all(math.isfinite(x) for row in out for x in row) else None


class Following:
    """A closure that holds in a segment."""

    def __init__(self, problem, closure, rows, opening):
        self.problem, self.closure, self.rows, self.opening = problem, closure, rows, opening
        self.unknown = closure.unknown

    def try_span(self, motion, t0, t1, errors, is_meeting=False):
        """Whether over a span there is one place only where the rows are 0: True, None, or False where there is none."""
        problem, frames = self.problem, self.problem.frames
        n = len(self.unknown)
        work = problem.work
        frames_between = sum(motion.weight(a) + motion.weight(b) - 2 * motion.weight(motion.shared(a, b)) for a, b, _ in self.closure.joins)
        # as much as at the instants that a polynomial of this order has coefficients, and bounds
        work.piece(50 + (n * n + self.closure.rows) * (3 * n + ORDER + 1) + 5 * n * frames_between + 20 * frames_between * (ORDER + 2))
        self.is_doubtful = False
        order, low = (ORDER, 2) if t1 > t0 else (1, 1)
        span = Span(motion, t0 + t1 >> 1, t1 - t0 + 1 >> 1)
        values, columns, shifts, changes = [], [], [], []
        for a, b, at in self.closure.joins:
            top = motion.shared(a, b)
            try:
                ends = [lift(span, f, top, at, self.unknown, frames, order, low) for f in (a, b)]
            except Wide:
                return None
            off = [levers(motion, f, top, at, frames, self.unknown, errors) for f in (a, b)]
            for k in range(len(at)):
                p, q = ends[0][0][k], ends[1][0][k]
                values += [add(x, ([-z for z in y[0]], y[1])) for x, y in zip(p, q)]
                column = {}
                for sign, (points, joints) in zip((1, -1), ends):
                    point = [cut(x, low) for x in points[k]]
                    for frame, axis, origin in joints:
                        rate = [([0], 0)] * 3
                        if frame.moves != 'prismatic':
                            arm = [add(x, ([-z for z in y[0]], y[1])) for x, y in zip(point, origin)]
                            rate = cross(axis, arm, low)
                        if frame.moves != 'revolute':
                            pitch = Fraction(1) if frame.moves == 'prismatic' else over_pi(Fraction(frame.pitch))
                            rate = [add(x, scaled(y, fixed(pitch))) for x, y in zip(rate, axis)]
                        rate = [scaled(x, sign * fixed(frame.times)) for x in rate]
                        old = column.get(frame.value)
                        column[frame.value] = rate if old is None else [add(x, y) for x, y in zip(old, rate)]
                columns += [[column[u][axis] if u in column else ([0], 0) for u in self.unknown] for axis in range(3)]
                shifts += [off[0][0] + off[1][0]] * 3
                steep = []
                for u in self.unknown:
                    s = sum(abs(f.times) * (one[1] if f.moves == 'prismatic' else one[2] + abs(f.pitch) * one[1])
                            for (_, joints), one in zip(ends, off) for f, _, _ in joints if f.value == u)
                    steep.append(s * UP)
                changes += [steep] * 3
        Y = inverse_of([[columns[row][k][0][0] / ONE for k in range(n)] for row in self.rows])
        if Y is None:
            return None
        e = [errors[u] for u in self.unknown]
        verdict = True
        for i in range(n):
            y = [fixed(x) for x in Y[i]]
            moved = add(([0], 0), ([0], 0))
            for k, row in zip(y, self.rows):
                moved = add(moved, scaled(values[row], k))
            total = 0.0
            weights = [abs(x) * UP for x in Y[i]]
            for j in range(n):
                entry = ([-ONE if i == j else 0], 0)
                for k, row in zip(y, self.rows):
                    entry = add(entry, scaled(columns[row][j], k))
                c = size(entry) / ONE + sum(w * changes[row][j] for w, row in zip(weights, self.rows))
                total += c * e[j]
            total += sum(w * shifts[row] for w, row in zip(weights, self.rows))
            total *= UP
            least = (abs(moved[0][0]) - moved[1] - 1) / ONE
            self.is_doubtful = self.is_doubtful or least > e[i]
            if t0 == t1 and least > (e[i] + total) * UP:
                return False
            if not size(moved) / ONE * UP + total < e[i]:
                verdict = None
        for row in range(self.closure.rows):
            if row not in self.rows and verdict and not is_meeting:
                far = size(values[row]) / ONE + sum((size(columns[row][j]) / ONE + changes[row][j]) * e[j] for j in range(n)) + shifts[row]
                if not far * UP <= self.opening:
                    verdict = None
        return verdict

    def check(self, motion, until, errors):
        """Whether the closure holds all along: True, None or False."""
        if not all(errors[u] for u in self.unknown):
            return None
        # spans as long as those that held last
        pieces = self.closure.pieces
        todo = [(until * k // pieces, until * (k + 1) // pieces, pieces.bit_length()) for k in reversed(range(pieces))]
        answer = True
        while todo:
            t0, t1, depth = todo.pop()
            if answer and self.try_span(motion, t0, t1, errors):
                self.closure.pieces = 1 << min(depth - 1, 8)
                continue
            middle = t0 + t1 >> 1
            if self.is_doubtful and self.try_span(motion, middle, middle, errors) is False:
                return False
            if answer and depth < 14 and t0 < middle:
                todo += ((middle, t1, depth + 1), (t0, middle, depth + 1))
            else:
                answer = None
        if not answer and any(self.try_span(motion, t, t, errors) is False for t in (0, until)):
            return False
        return answer


def check_closed(problem, closed, values):
    """Checks the closures that hold in a segment."""
    followers, done = set(), []
    for one in closed:
        keys(one, 'closed', 'closure rows open')
        closure = problem.closures[index(one['closure'], 'closure', 0, len(problem.closures) - 1)]
        rows = [index(x, 'row', 0, closure.rows - 1) for x in items(one['rows'], 'rows', len(closure.unknown))]
        if len(set(rows)) < len(rows):
            raise Malformed('closed: a row stands twice')
        opening = number(one['open'], 'open', 0)
        if followers.intersection(closure.unknown):
            raise Malformed('closed: a value follows twice')
        followers.update(closure.unknown)
        for a, b, _ in closure.joins:
            top = problem.motion.shared(a, b)
            for f in (a, b):
                while f != top:
                    if problem.frames[f].off:
                        raise Malformed('closed: a frame between both has an off')
                    f = problem.motion.parents[f]
        done.append(Following(problem, closure, rows, opening))
    for one in done:
        errors = [error for _, error in values]
        found = one.check(problem.motion, problem.until, errors)
        if found is False:
            raise Refuted(f'segment {problem.segment}: what follows is not within its tubes')
        if found and problem.segment > 0:
            both = list(errors)
            for u in one.unknown:
                p, e = problem.before.values[u]
                both[u] = max(errors[u], float(abs(sum(p) - values[u][0][0]) + Fraction(e)) * UP)
            found = one.try_span(problem.motion, 0, 0, both, True)
        if not found:
            problem.leave_open('what follows: whether it is within its tubes could not be decided')
    return {}


# ---------------------------------------------------------------------------------------------------------- Soft steps
# All numbers are whole and exact: coordinates in a unit in which all are whole, times 2**q where the step is proven up to
# p / 2**q. `start` and `end` are where corners are then; in between they go straight.

class Mesh:
    def __init__(self, row):
        keys(row, 'mesh', 'kind name before triangles', 'after cuts radius radii solid')
        self.name = text_of(row, 'name')
        before = doubles(row, 'before')
        if not before or len(before) % 3:
            raise Malformed('mesh: a part of a corner')
        after = doubles(row, 'after') if 'after' in row else before
        if len(after) != len(before):
            raise Malformed('mesh: as many corners should end as start')
        self.before, self.after = ([tuple(flat[k:k + 3]) for k in range(0, len(flat), 3)] for flat in (before, after))
        self.triangles = triangles_of(row, len(self.before))
        self.count = len(self.triangles) // 3
        radii, radius = read_radii(row, self.count, 'mesh')
        self.radii = radii or [radius] * self.count
        self.tree = Tree(row, self.count)
        self.solid = row.get('solid')
        places = {}
        self.places = [places.setdefault(tuple(y + 0.0 for y in x), k) for k, x in enumerate(self.before)]
        if 'solid' in row:
            if self.solid not in ('winding', 'parity'):
                raise Malformed('mesh: solid is neither winding nor parity')
            if not is_closed(self.triangles, self.places, self.solid == 'parity'):
                raise Malformed('mesh: a solid is not closed')
        # radii of features, and which features are each triangle's own
        self.radius, self.own_corners, self.own_edges, self.faces = {}, [], [], set()
        for k in range(self.count):
            three = self.triangles[3 * k:3 * k + 3]
            corners, edges = [], []
            for c in three:
                if c not in self.radius:
                    corners.append(c)
                    self.radius[c] = self.radii[k]
                elif self.radii[k] > self.radius[c]:
                    self.radius[c] = self.radii[k]
            for x, y in ((0, 1), (1, 2), (2, 0)):
                edge = (three[x], three[y]) if three[x] < three[y] else (three[y], three[x])
                if edge[0] == edge[1]:
                    continue
                if edge not in self.radius:
                    edges.append(edge)
                    self.radius[edge] = self.radii[k]
                elif self.radii[k] > self.radius[edge]:
                    self.radius[edge] = self.radii[k]
            self.own_corners.append(corners)
            self.own_edges.append(edges)
            self.faces.add(tuple(sorted(three)))
        self.boxes = {}

    def scale(self, unit, p, q):
        """Takes coordinates in whole numbers at the start and at p / 2**q."""
        whole = [tuple(n * (unit // d) for n, d in (c.as_integer_ratio() for c in x)) for x in self.before]
        self.unit, self.p, self.q = unit, p, q
        if p == 0:
            self.start = self.end = whole
            return
        there = [tuple(n * (unit // d) for n, d in (c.as_integer_ratio() for c in x)) for x in self.after]
        more = (1 << q) - p
        self.start = [tuple(c << q for c in x) for x in whole] if q else whole
        self.end = [tuple(more * c + p * e for c, e in zip(x, y)) for x, y in zip(whole, there)]

    def box(self, node):
        """Returns for each axis the ends of a node's box at the start and at the end, and the largest radius of a feature in it."""
        found = self.boxes.get(node)
        if found is None:
            corners = self.triangles[3 * node[0]:3 * node[1]]
            found = []
            for axis in range(3):
                xs, ys = [self.before[c][axis] for c in corners], [self.after[c][axis] for c in corners]
                ends = [n * (self.unit // d) for n, d in (x.as_integer_ratio() for x in (min(xs), max(xs), min(ys), max(ys)))]
                low, high = ends[0] << self.q, ends[1] << self.q
                more = (1 << self.q) - self.p
                found.append((low, high, more * ends[0] + self.p * ends[2], more * ends[1] + self.p * ends[3]))
            found.append(max(self.radius[c] for c in corners))
            self.boxes[node] = found
        return found


def minus(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross_of(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def apart_along(n, X, Y, d, is_open):
    """Whether two sets, (places at the start, at the end), are farther apart than d along n; at an open end not nearer."""
    square = d * d * dot(n, n)
    m = min(dot(n, y) for y in Y[0]) - max(dot(n, x) for x in X[0])
    if m <= 0 or m * m <= square:
        return False
    m = min(dot(n, y) for y in Y[1]) - max(dot(n, x) for x in X[1])
    if is_open:
        return m >= 0 and m * m >= square
    return m > 0 and m * m > square


def bernstein(a, n):
    """Returns a polynomial's coefficients in Bernstein's basis of degree n <= 4, times 12."""
    a = a + [0] * (n + 1 - len(a))
    return [sum(12 * math.comb(i, j) // math.comb(n, j) * a[j] if 12 * math.comb(i, j) % math.comb(n, j) == 0 else 0 for j in range(i + 1)) for i in range(n + 1)]


def poly_mul(a, b):
    c = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            c[i + j] += x * y
    return c


def poly_cross(a, b):
    """Returns the cross product of vectors of polynomials."""
    def one(i, j):
        return [x - y for x, y in zip(poly_mul(a[i], b[j]), poly_mul(a[j], b[i]))]
    return one(1, 2), one(2, 0), one(0, 1)


def poly_dot(a, b):
    return [sum(c) for c in zip(*(poly_mul(x, y) for x, y in zip(a, b)))]


def nearest_direction(x, y, is_edges):
    """Returns two points of two features that are about nearest, as weights of their corners; by doubles."""
    best = None

    def offer(u, v):
        nonlocal best
        p = [sum(w * c[k] for w, c in zip(u, x)) for k in range(3)]
        q = [sum(w * c[k] for w, c in zip(v, y)) for k in range(3)]
        d = sum((a - b) ** 2 for a, b in zip(p, q))
        if best is None or d < best[0]:
            best = (d, u, v)

    def on_segment(p, a, b):
        e = [s - r for r, s in zip(a, b)]
        l = sum(c * c for c in e)
        t = sum((c - r) * g for c, r, g in zip(p, a, e)) / l if l > 0 else 0.0
        return min(1.0, max(0.0, t))

    def inner(u, v):
        return sum(a * b for a, b in zip(u, v))

    if is_edges:
        for i in (0, 1):
            t = on_segment(x[i], *y)
            offer((1.0 - i, float(i)), (1 - t, t))
            t = on_segment(y[i], *x)
            offer((1 - t, t), (1.0 - i, float(i)))
        u, v, w = ([b - a for a, b in zip(*z)] for z in (x, y, (x[0], y[0])))
        a, b, c, d, e = inner(u, u), inner(u, v), inner(v, v), inner(u, w), inner(v, w)
        det = a * c - b * b
        if det > 0:
            s, t = (c * d - b * e) / det, (b * d - a * e) / det
            if 0 < s < 1 and 0 < t < 1:
                offer((1 - s, s), (1 - t, t))
    else:
        p, (a, b, c) = x[0], y
        for i, (f, g) in enumerate(((a, b), (b, c), (c, a))):
            t = on_segment(p, f, g)
            w = [0.0, 0.0, 0.0]
            w[i], w[(i + 1) % 3] = 1 - t, t
            offer((1.0,), tuple(w))
        u, v, w = ([s - r for r, s in zip(a, z)] for z in (b, c, p))
        uu, uv, vv, uw, vw = inner(u, u), inner(u, v), inner(v, v), inner(u, w), inner(v, w)
        det = uu * vv - uv * uv
        if det > 0:
            s, t = (vv * uw - uv * vw) / det, (uu * vw - uv * uw) / det
            if s > 0 and t > 0 and s + t < 1:
                offer((1.0,), (1 - s - t, s, t))
    return best


MOST_STRETCHES = 1024


def features_apart(X, Y, d, is_open, work):
    """Whether a corner and a face, or two edges, stay farther apart than d: True, False, or None. X, Y: places at the start, at the end."""
    is_edges = len(X[0]) == 2
    todo, pieces = [(X, Y, d, is_open)], 0
    while todo:
        X, Y, d, is_open = todo.pop()
        pieces += 1
        work.piece(50)
        if any(apart_along(n, X, Y, d, is_open) for n in AXES):
            continue
        (x0, x1), (y0, y1) = X, Y
        if d == 0:
            fixed_, moved = zip(*((minus(a0, b0), minus(minus(a1, b1), minus(a0, b0))) for a0, b0, a1, b1 in (
                ((x0[1], x0[0], x1[1], x1[0]), (y0[1], y0[0], y1[1], y1[0]), (y0[0], x0[0], y1[0], x1[0])) if is_edges else
                ((y0[1], y0[0], y1[1], y1[0]), (y0[2], y0[0], y1[2], y1[0]), (x0[0], y0[0], x1[0], y1[0])))))
            u, v, w = ([[a, b] for a, b in zip(f, m)] for f, m in zip(fixed_, moved))
            n = poly_cross(u, v)
            volume = bernstein(poly_dot(n, w), 3)
            if is_positive(volume, is_open) or is_positive([-c for c in volume], is_open):
                continue
            square = poly_dot(n, n)
            r, s = poly_dot(poly_cross(w, v), n), poly_dot(poly_cross(w, u) if is_edges else poly_cross(u, w), n)
            rest = [[a - b for a, b in zip(square, r)], [a - b for a, b in zip(square, s)]] if is_edges else [
                [a - b - c for a, b, c in zip(square, r, s)]]
            shares = [bernstein(a, 4) for a in (r, s, *rest)]
            if any(is_positive([-c for c in a], False) for a in shares):
                continue
            if volume[0] * volume[3] < 0 and min(bernstein(square, 4)) > 0 and all(min(a) >= 0 for a in shares):
                return False
            if any(apart_along(m, X, Y, 0, is_open) for t in (0, 2, 1) for p in [tuple(4 * a + 2 * t * b + t * t * c for a, b, c in n)]
                   if any(p) for m in (p, tuple(-c for c in p))):
                continue
        double = [[tuple(a + b for a, b in zip(*ends)) for ends in zip(*z)] for z in (X, Y)]
        most = max(max(abs(c) for p in z for c in p) for z in double) or 1
        drop = max(0, most.bit_length() - 900)
        base = double[0][0]
        x, y = ([[float((a - b) >> drop) for a, b in zip(p, base)] for p in z] for z in double)
        if max(abs(c) for z in (x, y) for p in z for c in p) < 1e140:
            _, a, b = nearest_direction(x, y, is_edges)
            a, b = ([int(c * 2 ** 40) for c in w] for w in (a, b))
            p, q = (tuple(sum(k * c[i] for k, c in zip(w, z)) for i in range(3)) for w, z in ((a, double[0]), (b, double[1])))
            # nearest points, times the weights' sum
            n = minus(tuple(c * sum(a) for c in q), tuple(c * sum(b) for c in p))
            if any(n):
                fine = max(0, max(abs(c) for c in n).bit_length() - 64)
                short = tuple(c >> fine for c in n)
                if any(short) and apart_along(short, X, Y, d, is_open):
                    continue
            if d and dot(n, n) < (2 * d * sum(a) * sum(b)) ** 2:
                return False
        if pieces + len(todo) >= MOST_STRETCHES:
            return None
        twice = [[[tuple(2 * c for c in p) for p in z] for z in (Z[0], Z[1])] for Z in (X, Y)]
        todo.append(((double[0], twice[0][1]), (double[1], twice[1][1]), 2 * d, is_open))
        todo.append(((twice[0][0], double[0]), (twice[1][0], double[1]), 2 * d, True))
    return True


AXES = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def is_positive(b, is_open):
    """Whether a polynomial of these coefficients is above 0 on [0, 1), or on [0, 1]."""
    return b[0] > 0 and min(b) >= 0 and (is_open or b[-1] > 0)


def goes_through(edge, face):
    p, q = edge
    a, b, c = face
    n = cross_of(minus(b, a), minus(c, a))
    s, t = dot(n, minus(p, a)), dot(n, minus(q, a))
    if not (s > 0 > t or s < 0 < t):
        return False
    e = minus(q, p)
    volumes = [dot(e, cross_of(minus(x, p), minus(y, p))) for x, y in ((a, b), (b, c), (c, a))]
    return min(volumes) >= 0 or max(volumes) <= 0


class StepProblem:
    """What the lines of a proof of a step say."""

    def __init__(self, work):
        self.work = work
        self.meshes, self.pairs, self.untested, self.covered = [], [], [], set()
        self.state, self.is_open, self.why = None, False, ''
        self.at, self.stack, self.inner = 0, None, None
        self.scaled = {}

    def names(self, a, b):
        return f'{self.meshes[a].name!a} and ' + ('itself' if a == b else f'{self.meshes[b].name!a}')

    def leave_open(self, why):
        if not self.is_open:
            self.is_open, self.why = True, why

    def line(self, row):
        kind = row['kind']
        order = ['inbetween-step-proof/1', 'mesh', 'pair', 'proof', 'verdict', 'end']
        place = order.index('pair' if kind == 'untested' else kind) if kind in order[:-1] or kind == 'untested' else -1
        now = -1 if self.state is None else order.index(self.state)
        if place < now or place == now and kind in ('inbetween-step-proof/1', 'verdict') or place < 0 or now < 0 < place:
            raise Malformed('the line does not stand here')
        if place >= 3 and now < 3:
            self.begin_proofs()
        self.state = order[place]
        if place == 0:
            read_header(row, ('', 'startsFree until'))
            self.row = row
            self.starts_free = 'startsFree' in row
            if self.starts_free and row['startsFree'] is not True:
                raise Malformed('startsFree is true, or left out')
            self.until = time_of(row['until'], 'until', 0) if 'until' in row else None
        elif kind == 'mesh':
            if len(self.meshes) == 1000:
                raise Malformed('there are too many meshes')
            self.meshes.append(Mesh(row))
            if sum(mesh.count for mesh in self.meshes) > 2 ** 23:
                raise Malformed('there are too many triangles')
        elif place == 2:
            keys(row, kind, 'kind a b' + (' by why' if kind == 'untested' else ''))
            a, b = (index(row[key], key, 0, len(self.meshes) - 1) for key in 'ab')
            if kind == 'untested':
                self.untested.append((a, b, text_of(row, 'by'), text_of(row, 'why')))
            else:
                self.pairs.append((a, b))
            if (min(a, b), max(a, b)) in self.covered:
                raise Malformed('two meshes are a pair twice')
            self.covered.add((min(a, b), max(a, b)))
        elif kind == 'proof':
            self.read_proof(row)
        else:
            self.read_verdict(row)
            self.state = 'end'

    def begin_proofs(self):
        n = len(self.meshes)
        if not n or len(self.covered) != n * (n + 1) // 2:
            raise Malformed('every two meshes, and each with itself, should be a pair, or one that is not tested')
        numbers_ = [self.row['clearance']] + [r for mesh in self.meshes for r in set(mesh.radii)]
        unit = max(x.as_integer_ratio()[1] for x in numbers_)
        for mesh in self.meshes:
            unit = max(unit, max(c.as_integer_ratio()[1] for xs in (mesh.before, mesh.after) for x in xs for c in x))
        p, q = 1, 0
        if self.until is not None:
            p, d = Fraction(self.until, ONE).as_integer_ratio()
            q = d.bit_length() - 1
        self.unit, self.q = unit, q
        for mesh in self.meshes:
            mesh.scale(unit, p, q)
        self.next_pair()

    def whole(self, x):
        """Returns a length in the unit of coordinates."""
        found = self.scaled.get(x)
        if found is None:
            n, d = x.as_integer_ratio()
            found = self.scaled[x] = n * (self.unit // d) << self.q
        return found

    def next_pair(self):
        self.stack = None
        if self.at < len(self.pairs):
            a, b = self.pairs[self.at]
            self.is_whole, self.inner = True, None
            if a == b:
                self.stack, self.inner = [], [(0, self.meshes[a].count)]
                self.refill()
            else:
                self.stack = [((0, self.meshes[a].count), (0, self.meshes[b].count))]

    def refill(self):
        """Of a mesh with itself: goes on to the next inner node."""
        tree = self.meshes[self.pairs[self.at][0]].tree
        while not self.stack and self.inner:
            node = self.inner.pop()
            if node[1] - node[0] > 1:
                first, second = tree.children(node)
                self.inner += (second, first)
                self.stack.append((first, second))

    def read_proof(self, row):
        keys(row, 'proof', 'kind pair stream')
        index(row['pair'], 'pair', 0, max(0, len(self.pairs) - 1))
        raw = data(row, 'stream')
        if int(row['pair']) != self.at or self.at >= len(self.pairs) or self.until == 0:
            raise Malformed('proofs are not one for each pair, in their order')
        self.run(raw)
        if not self.stack:
            self.finish_pair()

    def finish_pair(self):
        a, b = self.pairs[self.at]
        if not self.is_whole:
            self.leave_open(f'{self.names(a, b)}: not all of it could be decided')
        if a != b:
            for x, y in ((a, b), (b, a)):
                if self.meshes[y].solid:
                    found = self.inside(x, y)
                    if found:
                        raise Refuted(f'{self.names(a, b)} start one inside the other')
                    if found is None:
                        self.leave_open(f'{self.names(a, b)}: whether one starts inside the other could not be decided')
        self.at += 1
        self.next_pair()

    def inside(self, x, y, any_corner=False):
        """Whether a part of a mesh starts inside another one."""
        mesh, solid = self.meshes[x], self.meshes[y]
        self.work.add(50)
        answer = False

        def triangle(k):
            return [c for corner in solid.triangles[3 * k:3 * k + 3] for c in solid.start[corner]]

        places = parts_of(mesh.triangles, mesh.places)
        if any_corner:
            places = places + sorted(set(mesh.triangles))
        used = set(solid.triangles)
        box = [(min(solid.start[c][axis] for c in used), max(solid.start[c][axis] for c in used)) for axis in range(3)]
        for place in places:
            p = mesh.start[place]
            if any(not low <= c <= high for c, (low, high) in zip(p, box)):
                continue
            found = is_inside(triangle, solid.count, p, 0, solid.solid, self.work)
            if found:
                return True
            if found is None:
                answer = None
        return answer

    def run(self, raw):
        a, b = self.pairs[self.at]
        A, B = self.meshes[a], self.meshes[b]
        c = self.row['clearance']
        is_open = self.until is not None
        at, work = 0, self.work
        while at < len(raw):
            if not self.stack:
                raise Malformed('a stream goes on when its pair is proven')
            code = raw[at]
            at += 1
            x, y = self.stack.pop()
            if code < 2:
                node, tree = ((x, A.tree), (y, B.tree))[code]
                if node[1] - node[0] == 1:
                    raise Malformed('a stream splits a single triangle')
                first, second = tree.children(node)
                self.stack += ((second, y), (first, y)) if code == 0 else ((x, second), (x, first))
                continue
            holds = True
            if code == 2:
                if x[1] - x[0] != 1 or y[1] - y[0] != 1:
                    raise Malformed('features are those of two triangles')
                work.leaves += 1
                holds = self.features(A, B, x[0], y[0], is_open)
            elif code == 3:
                holds = None
            elif code < 10:
                work.leaves += 1
                work.add(2)
                axis = (code - 4) // 2
                p, q = A.box(x), B.box(y)
                d = self.whole(c) + self.whole(p[3]) + self.whole(q[3])
                p, q = (p[axis], q[axis]) if code % 2 == 0 else (q[axis], p[axis])
                start, end = q[0] - p[1], q[2] - p[3]
                holds = start > d and (end >= d if is_open else end > d)
            elif code == 10:
                work.leaves += 1
                n, at = take(raw, at, 'b', 1, 3)
                if not any(n):
                    raise Malformed('a leaf has no direction')
                work.add(2 + x[1] - x[0] + y[1] - y[0])
                d = self.whole(c) + self.whole(A.box(x)[3]) + self.whole(B.box(y)[3])
                sets = [[[z[k] for k in set(mesh.triangles[3 * node[0]:3 * node[1]])] for z in (mesh.start, mesh.end)] for mesh, node in ((A, x), (B, y))]
                holds = apart_along(n, *sets, d, is_open)
            else:
                raise Malformed('no operation has this code')
            if holds is False:
                raise Refuted(f'{self.names(a, b)}: a part of the proof does not hold')
            self.is_whole = self.is_whole and holds is True
            if not self.stack and self.inner:
                self.refill()

    def features(self, A, B, i, j, is_open):
        """Decides all features of two triangles."""
        work, answer = self.work, True
        c = self.whole(self.row['clearance'])
        same = A is B
        f, g = tuple(A.triangles[3 * i:3 * i + 3]), tuple(B.triangles[3 * j:3 * j + 3])
        tests = [((p,), g, self.whole(A.radius[p]) + self.whole(B.radii[j]), 0) for p in A.own_corners[i]]
        tests += [((p,), f, self.whole(B.radius[p]) + self.whole(A.radii[i]), 1) for p in B.own_corners[j]]
        tests += [(p, q, self.whole(A.radius[p]) + self.whole(B.radius[q]), 0) for p in A.own_edges[i] for q in B.own_edges[j]]
        for p, q, radii, swapped in tests:
            if same and any(k in q for k in p):
                continue
            X, Y = (B, A) if swapped else (A, B)
            work.add(2)
            found = features_apart(([X.start[k] for k in p], [X.end[k] for k in p]), ([Y.start[k] for k in q], [Y.end[k] for k in q]),
                                   c + radii, is_open, work)
            if found is False:
                return False
            if found is None:
                answer = None
        if not self.starts_free:
            for edges, M, face, N in ((A.own_edges[i], A, g, B), (B.own_edges[j], B, f, A)):
                for edge in edges:
                    if same and any(k in face for k in edge):
                        continue
                    work.add(2)
                    if goes_through([M.start[k] for k in edge], [N.start[k] for k in face]):
                        return False
        return answer

    def read_verdict(self, row):
        keys(row, 'verdict', 'kind status', 'witness')
        status = row['status']
        if status not in ('free', 'contact', 'overlap', 'unresolved'):
            raise Malformed('verdict: status is unknown')
        if ('witness' in row) != (status in ('contact', 'overlap')):
            raise Malformed('verdict: with or without a witness')
        bare = self.until == 0
        if status in ('free', 'contact') if bare else self.at < len(self.pairs):
            raise Malformed('verdict: proofs are missing')
        if status == 'overlap' and not bare:
            raise Malformed('verdict: what overlaps is proven up to its start')
        if status == 'free' and self.until is not None:
            raise Malformed('the proof ends before the step does')
        if 'witness' in row:
            self.check_witness(row['witness'], bare)
        self.verdict = status

    def check_witness(self, witness, bare):
        if not isinstance(witness, dict):
            raise Malformed('witness is no record')
        if 'inside' in witness:
            keys(witness, 'witness', 'inside')
            a, b = (index(x, 'inside', 0, len(self.meshes) - 1) for x in items(witness['inside'], 'inside', 2))
            if not bare or (a, b) not in self.pairs and (b, a) not in self.pairs or a == b:
                raise Malformed('witness: these are no pair')
            self.witness = a, b
            found = self.inside(a, b, True) if self.meshes[b].solid else False
            if found is False:
                raise Refuted('witness: no corner is inside')
            if found is None:
                self.leave_open('whether a corner is inside could not be decided')
            return
        keys(witness, 'witness', 'a b', 't')
        until = Fraction(ONE if self.until is None else self.until, ONE)
        t = Fraction(number(witness.get('t', float(until)), 't', float(until), float(min(1, until + Fraction(1, 2 ** 26)))))
        places, kinds, meshes, radii = [], [], [], []
        for key in 'ab':
            one = witness[key]
            keys(one, key, 'mesh corners weights')
            k = index(one['mesh'], 'mesh', 0, len(self.meshes) - 1)
            mesh = self.meshes[k]
            corners = tuple(index(x, 'corner', 0, len(mesh.before) - 1) for x in items(one['corners'], 'corners', 1, 3))
            weights = [Fraction(number(x, 'weight', 0, 1)) for x in items(one['weights'], 'weights', len(corners))]
            if not sum(weights):
                raise Malformed('witness: weights are 0')
            if len(corners) == 3:
                radius = self.face_radius(mesh, corners)
            else:
                radius = mesh.radius.get(corners[0] if len(corners) == 1 else tuple(sorted(corners)))
            if radius is None:
                raise Malformed('witness: there is no such feature')
            places.append([sum(w * ((1 - t) * Fraction(mesh.before[c][axis]) + t * Fraction(mesh.after[c][axis]))
                               for w, c in zip(weights, corners)) / sum(weights) for axis in range(3)])
            kinds.append(corners)
            meshes.append(k)
            radii.append(Fraction(radius))
        sizes = sorted(map(len, kinds))
        pair = tuple(meshes) in self.pairs or tuple(meshes[::-1]) in self.pairs
        if not pair or meshes[0] == meshes[1] and set(kinds[0]) & set(kinds[1]) or not (
                sizes in ([1, 3], [2, 2]) or sizes == [2, 3] and bare and not self.starts_free):
            raise Malformed('witness: these features are not tested')
        self.witness = meshes
        bound = Fraction(self.row['clearance']) + Fraction(self.row['tolerance']) + sum(radii)
        if sum((x - y) ** 2 for x, y in zip(*places)) > bound * bound:
            raise Refuted('the witness is farther apart than clearance and tolerance')

    @staticmethod
    def face_radius(mesh, corners):
        wanted = sorted(corners)
        if tuple(wanted) not in mesh.faces:
            return None
        return max(mesh.radii[k] for k in range(mesh.count) if sorted(mesh.triangles[3 * k:3 * k + 3]) == wanted)

    def finish(self):
        if self.state != 'end':
            raise Malformed('the file ends before its verdict')
        return not self.is_open


# -------------------------------------------------------------------------------------------------------- Command line

def verify(lines, most_pieces=50_000_000, limit=None):
    """Checks the lines of a proof. Returns (result, why, problem): 'proven', 'refuted', 'malformed' or 'undecided'."""
    if limit is None:
        limit = limit_of(sum(len(line.encode('utf-8', 'surrogatepass')) + 1 for line in lines))
    work = Work(limit, most_pieces)
    problem = None
    try:
        for line in lines:
            row = read_line(line)
            if problem is None:
                problem = StepProblem(work) if row['kind'] == 'inbetween-step-proof/1' else Problem(work)
            problem.line(row)
        if problem is None:
            raise Malformed('the file is empty')
        if problem.finish():
            return 'proven', '', problem
        return 'undecided', problem.why, problem
    except Malformed as why:
        return 'malformed', str(why), problem
    except Refuted as why:
        return 'refuted', str(why), problem
    except TooMuchWork:
        return 'undecided', 'it takes more work than is allowed', problem


def shown(text):
    """Returns a text of the file as letters that steer no terminal."""
    return ascii(text)


def report(problem, result, why, is_alone, hashes):
    """Prints what was found."""
    if result != 'proven':
        print({'refuted': 'refuted', 'malformed': 'no proof', 'undecided': 'not decided'}[result] + ': ' + why)
        return
    row = problem.row
    found = 'proven' if is_alone else 'valid, problem not compared'
    if isinstance(problem, StepProblem):
        end = 'the whole step' if problem.until is None else f'{problem.until / ONE} of the step'
        print(f'{found}: {problem.verdict}, {len(problem.pairs)} tested pairs of meshes, nothing touches before {end}')
        print(f"  clearance {row['clearance']!r}, tolerance {row['tolerance']!r}")
        if problem.starts_free:
            print('  taken for granted: nothing intersects at the start')
        for a, b, by, reason in problem.untested:
            print(f'  not tested: {problem.names(a, b)}, said by {shown(by)}: {shown(reason)}')
        return show_inputs(row, hashes)
    witness = f'; witness: {problem.names(problem.witness)}' if problem.witness else ''
    print(f'{found}: {problem.verdict}, {len(problem.pairs)} tested pairs, up to path time {float(problem.end)}{witness}')
    own = sorted({pair.clearance for pair in problem.pairs} - {row['clearance']})
    print(f"  clearance {row['clearance']!r}, tolerance {row['tolerance']!r}" + (f'; of some pairs {own}' if own else ''))
    print(f'  segments {problem.segment + 1} of {problem.segments}, largest gap between them {problem.gap:.3g}')
    print(f"  solids {sum(1 for body in problem.bodies if body.solid)} of {len(problem.bodies)} bodies")
    for count, by, reason in problem.untested:
        print(f'  not tested: {count} pairs, said by {shown(by)}: {shown(reason)}')
    if problem.shown:
        print(f'  joints follow what closes them in {problem.shown} of the segments: shown to be within what is told of them')
    for segment, pair, key, low, high, by in problem.windows:
        print(f'  not proven: {problem.names(pair)} from path time {segment + low / ONE} to {segment + high / ONE}, where they may touch; said by {shown(by)}')
    show_inputs(row, hashes)


def show_inputs(row, hashes):
    for file in row['inputs']:
        state = 'the same as given' if file['sha256'] in hashes.values() else 'not given'
        print(f"  for {shown(file['name'])}, SHA-256 {file['sha256']}, {state}")


def main(args):
    files, is_alone, limit = [], False, None
    args = iter(args)
    for arg in args:
        if arg == '--proof-only':
            is_alone = True
        elif arg == '--max-work':
            limit = int(next(args, '0'))
        elif arg.startswith('-'):
            print(__doc__)
            return 0 if arg in ('-h', '--help') else 2
        else:
            files.append(arg)
    if not files:
        print(__doc__)
        return 2
    proof, *given = files
    try:
        size = os.path.getsize(proof)
        with (gzip.open if proof.endswith('.gz') else open)(proof, 'rb') as file:
            text = file.read().decode('utf-8')
        hashes = {name: hashlib.sha256(open(name, 'rb').read()).hexdigest() for name in given}
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as why:
        print(f'no proof: {ascii(str(why))}')
        return 2
    lines = text.split('\n')
    if lines[-1] == '':
        lines.pop()
    del text
    result, why, problem = verify(lines, limit=limit_of(size, proof.endswith('.gz')) if limit is None else limit)
    if result == 'proven':
        named = {file['sha256'] for file in problem.row['inputs']}
        other = [name for name, digest in hashes.items() if digest not in named]
        if other:
            result, why = 'refuted', f'it is about other files than {shown(other[0])}'
    report(problem, result, why, is_alone, hashes)
    if problem is not None:
        work = problem.work
        print(f'  {work.leaves} leaves checked, in {work.pieces} pieces of time, {int(work.done)} units of work')
    if result == 'proven' and not is_alone:
        return 3
    return {'proven': 0, 'refuted': 1, 'malformed': 2, 'undecided': 3}[result]


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
