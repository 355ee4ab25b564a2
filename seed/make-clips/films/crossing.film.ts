import type { Film } from '../film.ts'
import { breathe, flicker, glide, sway } from '../motion.ts'

const MIST = { top: 0.45, bottom: 0.85, colour: [48, 48, 84], drift: 0.012, scale: 5 } as const
const RIPPLE = { top: 0.57, bottom: 0.95, strength: 0.0016, waves: 46, speed: 3.2 } as const
const DRY = { at: [0.66, 0.66], reach: [0.18, 0.11] } as const
const water = (_: number, y: number) => Math.min(1, Math.max(0, (y - 0.45) * 1.9))

export const crossing: Film = {
  id: 'crossing',
  size: 'full',
  fps: 24,
  titleZh: '夜渡鯉魚門',
  titleEn: 'Night Crossing',
  titleAt: [0.31, 0.3],
  mood: 'night harbour, quiet suspense',
  kids: false,
  crf: 27,
  maxKbps: 560,
  audio: 'stereo',
  vignette: 0.3,
  shots: [
    {
      art: 'hero/crossing',
      seconds: 11,
      from: [0.46, 0.5, 0.82],
      to: [0.57, 0.51, 0.7],
      near: water,
      parallax: 0.6,
      moves: [
        {
          at: [0.702, 0.7],
          reach: [0.24, 0.24],
          core: 0.6,
          x: glide(-0.001, 0.005),
          y: sway(0.002, 4.2),
          turn: sway(0.003, 5.1),
        },
      ],
      ripple: { ...RIPPLE, dry: { at: [0.702, 0.63], reach: [0.16, 0.115] } },
      lights: [
        { at: [0.702, 0.6], reach: [0.17, 0.14], colour: [46, 32, 8], level: breathe(0.55, 0.25, 3.1) },
        { at: [0.73, 0.24], reach: [0.2, 0.36], colour: [40, 28, 12], level: breathe(0.7, 0.2, 7) },
        { at: [0.42, 0.48], reach: [0.06, 0.08], gain: flicker(1.25, 3, 0.3) },
      ],
      mist: MIST,
      dissolve: 1,
    },
    {
      art: 'art-l/crossing',
      seconds: 9,
      from: [0.6, 0.63, 0.5],
      to: [0.69, 0.65, 0.42],
      near: water,
      parallax: 0.5,
      moves: [
        {
          at: [0.66, 0.72],
          reach: [0.26, 0.23],
          core: 0.62,
          y: sway(0.003, 3.6),
          turn: sway(0.004, 4.6),
          x: glide(0.0008, -0.004),
        },
      ],
      ripple: { ...RIPPLE, top: 0.64, strength: 0.0022, dry: DRY },
      lights: [
        { at: [0.66, 0.67], reach: [0.2, 0.14], gain: breathe(1.12, 0.1, 2.7) },
        { at: [0.6, 0.7], reach: [0.035, 0.05], gain: flicker(1.1, 9, 0.4) },
      ],
      mist: { ...MIST, top: 0.5, bottom: 1, colour: [20, 22, 50] },
      flakes: [
        {
          shape: 'disc',
          count: 26,
          size: [0.01, 0.035],
          speed: [-0.02, -0.012],
          sway: 0.02,
          colours: [
            [255, 190, 100],
            [150, 170, 255],
          ],
          alpha: 0.13,
          twinkle: 0.8,
        },
      ],
    },
    {
      art: 'hero/crossing',
      seconds: 8,
      from: [0.6, 0.3, 0.42],
      to: [0.66, 0.33, 0.36],
      near: (_, y) => (y > 0.36 ? 0.8 : 0.2),
      lights: [
        { at: [0.73, 0.24], reach: [0.16, 0.3], colour: [50, 34, 14], level: breathe(0.7, 0.3, 5) },
        { at: [0.6, 0.35], reach: [0.03, 0.2], gain: flicker(1.2, 5, 0.25) },
        { at: [0.53, 0.4], reach: [0.03, 0.14], gain: flicker(1.2, 8, 0.25) },
      ],
      ripple: RIPPLE,
      mist: { top: 0.02, bottom: 0.5, colour: [56, 50, 92], drift: 0.02, scale: 4 },
      dissolve: 1.2,
    },
    {
      art: 'art-l/crossing',
      seconds: 11,
      from: [0.52, 0.52, 0.8],
      to: [0.5, 0.5, 0.98],
      near: water,
      parallax: 0.5,
      moves: [{ at: [0.66, 0.72], reach: [0.26, 0.23], core: 0.62, x: glide(0.0012, -0.006), y: sway(0.002, 3.9) }],
      ripple: { ...RIPPLE, top: 0.64, strength: 0.002, dry: DRY },
      lights: [{ at: [0.57, 0.2], reach: [0.22, 0.4], colour: [46, 32, 12], level: breathe(0.7, 0.25, 6) }],
      mist: { ...MIST, colour: [44, 44, 82] },
      panes: [
        {
          svg: '<path d="M-200 900V690h2200v210zM-200 640h2200v26H-200zM150 640h22v260h-22zM620 640h22v260h-22zM1090 640h22v260h-22zM1560 640h22v260h-22z" fill="#05060f"/>',
          blur: 9,
          y: glide(-0.008, 0.16),
        },
      ],
    },
  ],
  score: {
    beds: [
      ['waves', 0.5],
      ['wind', 0.12],
    ],
    pad: {
      chords: [
        [38, 57, 62, 65],
        [34, 53, 58, 65],
        [41, 57, 60, 65],
        [36, 55, 60, 64],
      ],
      seconds: 8,
      level: 0.5,
      bright: 0.35,
    },
    tunes: [
      {
        voice: 'horn',
        tempo: 60,
        level: 0.5,
        notes: [
          [5, 41],
          [29, 41, 0.7],
        ],
      },
      {
        voice: 'bell',
        tempo: 60,
        level: 0.3,
        notes: [
          [0.5, 74],
          [8, 69, 0.7],
          [12, 77, 0.6],
          [16, 65],
          [20, 72, 0.6],
          [24, 69],
          [32, 74, 0.8],
        ],
      },
      {
        voice: 'thump',
        tempo: 60,
        level: 0.35,
        notes: [
          [10, 33],
          [19, 33],
          [27, 33],
        ],
      },
    ],
  },
  lines: [
    [6.2, 8.6, '最後一班船，開往觀塘。', 'The last ferry, bound for Kwun Tong.'],
    [9.2, 11.6, '票根四十一張，乘客四十二人。', 'Forty-one ticket stubs. Forty-two passengers.'],
    [12.4, 14.8, '你有沒有數錯？', 'Could you have miscounted?'],
    [15.2, 18.2, '我在這條航線數了二十年，從未數錯。', 'Twenty years on this run. I have never miscounted.'],
    [19.4, 22, '第三排那位小姐，每晚都坐在那裏。', 'The lady in row three sits there every evening.'],
    [22.6, 25.2, '她等的人，今晚上了船。', 'The one she waits for came aboard tonight.'],
    [27, 29.6, '七分鐘之後，我們便靠岸。', 'In seven minutes we reach the pier.'],
    [30.4, 33.4, '七分鐘，足夠還清一筆舊帳。', 'Seven minutes is enough to settle an old debt.'],
  ],
}
