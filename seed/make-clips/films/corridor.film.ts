import { motes } from '../air.ts'
import type { Film } from '../film.ts'
import { breathe, flicker, glide, sway } from '../motion.ts'

const tunnel = (x: number, y: number) => Math.min(1, Math.hypot(x - 0.555, y - 0.45) * 1.8)

export const corridor: Film = {
  id: 'corridor',
  size: 'hd',
  fps: 24,
  titleZh: '四樓沒有門',
  titleEn: 'No Door on Four',
  titleAt: [0.5, 0.2],
  titleColour: '#ffd9d2',
  mood: 'horror, empty corridors at night',
  kids: false,
  crf: 28,
  maxKbps: 285,
  audio: 'stereo',
  vignette: 0.42,
  shots: [
    {
      art: 'art-l/corridor',
      seconds: 11,
      from: [0.54, 0.5, 0.92],
      to: [0.555, 0.48, 0.66],
      near: tunnel,
      parallax: 0.9,
      moves: [{ at: [0.553, 0.46], reach: [0.05, 0.16], core: 0.5, x: sway(0.0012, 5) }],
      lights: [
        { at: [0.555, 0.02], reach: [0.4, 0.6], gain: flicker(1.35, 5, 0.45) },
        { at: [0.555, 0.44], reach: [0.16, 0.34], colour: [70, 6, 4], level: breathe(0.6, 0.4, 3.4) },
      ],
      flakes: [motes(12, [[160, 140, 130]], 0.08)],
      dissolve: 0.6,
    },
    {
      art: 'art-l/nightbus',
      seconds: 8,
      from: [0.6, 0.52, 0.62],
      to: [0.7, 0.53, 0.36],
      near: (x) => (x > 0.38 ? 0.7 : 0.1),
      moves: [{ at: [0.75, 0.6], reach: [0.4, 0.4], core: 0.6, y: sway(0.0014, 0.5) }],
      lights: [
        { at: [0.78, 0.53], reach: [0.3, 0.12], gain: flicker(1.1, 8, 0.35) },
        { at: [0.78, 0.72], reach: [0.3, 0.12], gain: flicker(1.1, 18, 0.3) },
      ],
      mist: { top: 0.2, bottom: 1.1, colour: [36, 44, 36], drift: 0.05, scale: 4 },
    },
    {
      art: 'art-l/incense',
      seconds: 7.5,
      from: [0.64, 0.5, 0.62],
      to: [0.64, 0.4, 0.5],
      moves: [
        { at: [0.65, 0.2], reach: [0.2, 0.34], core: 0.2, x: sway(0.008, 3.1), y: glide(-0.004) },
        { at: [0.65, 0.3], reach: [0.12, 0.2], core: 0.2, x: sway(0.005, 2.1, 0.3) },
      ],
      lights: [
        { at: [0.65, 0.58], reach: [0.14, 0.22], colour: [90, 14, 8], level: breathe(0.6, 0.4, 2.2) },
        { at: [0.65, 0.25], reach: [0.2, 0.4], gain: breathe(1.1, 0.3, 4) },
      ],
      dissolve: 0.8,
    },
    {
      art: 'art-l/corridor',
      seconds: 9.5,
      from: [0.555, 0.46, 0.46],
      to: [0.555, 0.45, 0.26],
      near: tunnel,
      parallax: 0.6,
      moves: [{ at: [0.553, 0.46], reach: [0.05, 0.18], core: 0.6, grow: (t) => 1 + Math.max(0, t - 5) * 0.03 }],
      gain: (t) => (t > 4.9 && t < 5.3 ? 0.15 : 1),
      lights: [
        { at: [0.555, 0.2], reach: [0.3, 0.4], gain: flicker(1.3, 25, 0.6) },
        { at: [0.555, 0.44], reach: [0.2, 0.4], colour: [60, 5, 3], level: (t) => 0.2 + t * 0.06 },
      ],
    },
  ],
  score: {
    beds: [
      ['hum', 0.35],
      ['deep', 0.7],
    ],
    pad: {
      chords: [
        [35, 42, 47, 48],
        [34, 41, 46, 52],
        [35, 41, 48, 53],
      ],
      seconds: 9,
      level: 0.4,
      bright: 0.6,
    },
    tunes: [
      {
        voice: 'drop',
        tempo: 60,
        level: 0.24,
        notes: [
          [3, 86],
          [7.5, 84],
          [9, 88, 0.6],
          [24, 85],
          [27, 84],
          [29, 87],
        ],
      },
      {
        voice: 'thump',
        tempo: 60,
        level: 0.6,
        notes: [
          [10.4, 24],
          [18.4, 24],
          [24, 26, 0.6],
          [25.2, 26, 0.6],
          [26.3, 26, 0.7],
          [27.3, 26, 0.8],
          [28.2, 26, 0.9],
          [29.6, 22],
        ],
      },
      {
        voice: 'bell',
        tempo: 60,
        level: 0.2,
        notes: [
          [12, 53],
          [20, 54],
          [29.7, 48],
        ],
      },
    ],
  },
  lines: [
    [6, 8.4, '圖則上，四樓有八戶。', 'On the plan the fourth floor has eight flats.'],
    [9, 10.8, '我只數到七扇門。', 'I count only seven doors.'],
    [12.2, 14.4, '不要回頭，一直行。', 'Do not look back. Keep walking.'],
    [15, 17.4, '上層那位乘客，何時上車的？', 'The passenger upstairs: when did she board?'],
    [19.4, 22, '三炷香，熄了一炷。', 'Three sticks of incense. One has gone out.'],
    [26, 28.4, '姐姐，你終於來開門了。', 'Sister, you have come to open the door at last.'],
    [29.6, 32, '第八扇門，在你後面。', 'The eighth door is behind you.'],
  ],
}
