import { rain } from '../air.ts'
import type { Film } from '../film.ts'
import { lightning, sway } from '../motion.ts'

/** The lamp rotates once in eight seconds. The beam in the image is lit when it passes to the left. */
const lamp = (t: number) => Math.max(0, Math.cos((t / 8) * 2 * Math.PI)) ** 3
const STORM = { top: 0, bottom: 0.62, colour: [22, 44, 44], drift: 0.03, scale: 3.5 } as const
const SEA = { top: 0.58, bottom: 1, strength: 0.0022, waves: 26, speed: 2.6 } as const
const sea = (_: number, y: number) => Math.min(1, Math.max(0, (y - 0.55) * 2.4))

const swell = [
  { at: [0.2, 0.85], reach: [0.3, 0.24], core: 0.1, y: sway(0.012, 4.1), x: sway(0.004, 5) },
  { at: [0.55, 0.9], reach: [0.3, 0.24], core: 0.1, y: sway(0.014, 3.6, 0.3), x: sway(0.005, 4.4) },
  { at: [0.9, 0.93], reach: [0.24, 0.16], core: 0.1, y: sway(0.012, 3.9, 0.6) },
] as const

export const lighthouse: Film = {
  id: 'lighthouse',
  size: 'full',
  fps: 24,
  titleZh: '守燈',
  titleEn: 'The Long Watch',
  titleAt: [0.3, 0.26],
  titleColour: '#f1fff6',
  mood: 'storm at sea, ghostly',
  kids: false,
  crf: 27,
  maxKbps: 555,
  audio: 'stereo',
  vignette: 0.36,
  shots: [
    {
      art: 'hero/lighthouse',
      seconds: 11,
      from: [0.48, 0.5, 0.82],
      to: [0.56, 0.47, 0.7],
      near: sea,
      parallax: 0.6,
      moves: [...swell, { at: [0.36, 0.7], reach: [0.08, 0.1], core: 0.3, y: sway(0.008, 3.3), turn: sway(0.07, 3.8) }],
      ripple: { ...SEA, dry: { at: [0.85, 0.7], reach: [0.22, 0.12] } },
      lights: [
        { at: [0.5, 0.4], reach: [0.42, 0.3], gain: (t) => 0.62 + 0.6 * lamp(t) },
        { at: [0.764, 0.254], reach: [0.12, 0.26], colour: [90, 100, 80], level: (t) => 0.2 + 0.8 * lamp(t) },
        { at: [0.2, 0.1], reach: [0.6, 0.7], colour: [90, 120, 130], level: lightning(0.8, 8.2) },
      ],
      mist: STORM,
      flakes: rain(1.2, -0.4),
      dissolve: 1,
    },
    {
      art: 'art-l/lighthouse',
      seconds: 8.5,
      from: [0.36, 0.72, 0.42],
      to: [0.38, 0.7, 0.34],
      near: sea,
      moves: [...swell, { at: [0.357, 0.7], reach: [0.1, 0.1], core: 0.3, y: sway(0.012, 2.9), turn: sway(0.11, 3.3) }],
      ripple: SEA,
      lights: [{ at: [0.4, 0.62], reach: [0.5, 0.5], gain: (t) => 0.7 + 0.7 * lamp(t + 2) }],
      mist: { ...STORM, bottom: 0.9 },
      flakes: rain(1.2, -0.5),
    },
    {
      art: 'hero/lighthouse',
      seconds: 8,
      from: [0.74, 0.4, 0.42],
      to: [0.76, 0.36, 0.36],
      moves: swell,
      ripple: { ...SEA, dry: { at: [0.85, 0.7], reach: [0.22, 0.12] } },
      lights: [
        { at: [0.764, 0.254], reach: [0.2, 0.4], colour: [110, 120, 90], level: lamp },
        { at: [0.55, 0.35], reach: [0.25, 0.3], gain: (t) => 0.55 + 0.7 * lamp(t) },
        { at: [0.9, 0.1], reach: [0.5, 0.7], colour: [100, 130, 140], level: lightning(0.9, 3.1, 6.4) },
      ],
      flakes: rain(1.4, -0.5),
      dissolve: 0.6,
    },
    {
      art: 'art-l/lighthouse',
      seconds: 10,
      from: [0.6, 0.55, 0.72],
      to: [0.5, 0.5, 0.98],
      near: sea,
      moves: [
        ...swell,
        { at: [0.357, 0.7], reach: [0.08, 0.1], core: 0.3, y: sway(0.008, 3.1), turn: sway(0.08, 3.6) },
      ],
      ripple: { ...SEA, dry: { at: [0.8, 0.7], reach: [0.26, 0.12] } },
      lights: [
        { at: [0.5, 0.4], reach: [0.5, 0.4], gain: (t) => 0.6 + 0.6 * lamp(t) },
        { at: [0.3, 0.1], reach: [0.7, 0.7], colour: [90, 120, 130], level: lightning(0.8, 5.2) },
      ],
      mist: STORM,
      flakes: rain(1.2, -0.4),
    },
  ],
  score: {
    beds: [
      ['waves', 0.6],
      ['wind', 0.4],
      ['rain', 0.1],
    ],
    pad: {
      chords: [
        [36, 48, 51, 55],
        [34, 46, 53, 56],
        [36, 48, 54, 57],
      ],
      seconds: 10,
      level: 0.36,
      bright: 0.45,
    },
    tunes: [
      {
        voice: 'bell',
        tempo: 60,
        level: 0.34,
        notes: [
          [2, 60],
          [10, 63, 0.8],
          [18, 59, 0.8],
          [26, 60],
          [31, 54, 0.7],
        ],
      },
      {
        voice: 'thump',
        tempo: 60,
        level: 0.7,
        notes: [
          [8.6, 26],
          [22.2, 26],
          [25.4, 26, 0.8],
          [31, 26],
        ],
      },
      { voice: 'horn', tempo: 60, level: 0.22, notes: [[14, 34]] },
    ],
  },
  lines: [
    [6.2, 8.8, '前任看守員，已經失蹤三個月。', 'The last keeper has been missing for three months.'],
    [9.4, 11.2, '那麼，是誰點的燈？', 'Then who lit the lamp?'],
    [12, 14.4, '不要划近，礁石就在燈下。', 'Do not row closer. The reef is under the light.'],
    [15, 17.8, '舢舨上的人，正向我揮手。', 'The man in the sampan is waving to me.'],
    [19.6, 22, '日誌寫到今晚為止。', 'The logbook ends tonight.'],
    [22.6, 25, '最後一頁，是你的筆跡。', 'The last page is in your hand.'],
    [28, 31, '天亮之前，不要熄燈。', 'Do not let it go out before dawn.'],
  ],
}
