import { rain } from '../air.ts'
import type { Film } from '../film.ts'
import { glide, lightning, sway } from '../motion.ts'

const spin = (speed: number) =>
  [
    { at: [0.617, 0.48], reach: [0.75, 1.3], core: 0.3, turn: glide(speed * 0.5, -0.1) },
    { at: [0.617, 0.48], reach: [0.34, 0.6], core: 0.1, turn: glide(speed, -0.2) },
  ] as const
const swell = [
  { at: [0.25, 0.85], reach: [0.34, 0.24], core: 0.1, y: sway(0.016, 3.1) },
  { at: [0.6, 0.92], reach: [0.3, 0.2], core: 0.1, y: sway(0.018, 2.7, 0.4) },
] as const

/** The clip with six audio channels, each with its own content. */
export const typhoon: Film = {
  id: 'typhoon',
  size: 'hd',
  fps: 25,
  titleZh: '風眼之下',
  titleEn: 'Under the Eye',
  titleAt: [0.77, 0.76],
  mood: 'typhoon, disaster and rescue',
  kids: false,
  crf: 28,
  maxKbps: 270,
  audio: '5.1',
  vignette: 0.34,
  shots: [
    {
      art: 'art-l/typhoon',
      seconds: 9.5,
      from: [0.5, 0.5, 0.96],
      to: [0.6, 0.48, 0.62],
      moves: spin(0.06),
      lights: [{ at: [0.617, 0.48], reach: [0.1, 0.16], colour: [60, 30, 14], level: sway(0.6, 3) }],
      mist: { top: -0.2, bottom: 1.2, colour: [20, 24, 32], drift: 0.03, scale: 3 },
      dissolve: 0.8,
    },
    {
      art: 'art-l/lighthouse',
      seconds: 8,
      from: [0.36, 0.66, 0.5],
      to: [0.44, 0.64, 0.5],
      near: (_, y) => Math.min(1, Math.max(0, (y - 0.55) * 2.4)),
      moves: [...swell, { at: [0.357, 0.7], reach: [0.1, 0.1], core: 0.3, y: sway(0.014, 2.4), turn: sway(0.13, 2.9) }],
      ripple: { top: 0.58, bottom: 1, strength: 0.003, waves: 24, speed: 4 },
      lights: [{ at: [0.3, 0.2], reach: [0.8, 0.8], colour: [120, 140, 150], level: lightning(0.9, 2.6, 6) }],
      mist: { top: 0, bottom: 0.9, colour: [40, 52, 56], drift: 0.09, scale: 4 },
      flakes: rain(1.6, -0.9),
    },
    {
      art: 'art-l/window29',
      seconds: 7,
      from: [0.6, 0.5, 0.6],
      to: [0.63, 0.5, 0.44],
      moves: [{ at: [0.5, 0.5], reach: [1.4, 2], core: 0.1, x: sway(0.0015, 0.9), turn: sway(0.003, 1.3) }],
      lights: [
        { at: [0.63, 0.5], reach: [0.14, 0.24], colour: [60, 40, 12], level: sway(0.5, 2.3) },
        { at: [0.5, 0.2], reach: [0.9, 0.9], colour: [110, 130, 150], level: lightning(0.7, 4) },
      ],
      flakes: rain(2, -0.7),
      dissolve: 0.8,
    },
    {
      art: 'art-l/typhoon',
      seconds: 9,
      from: [0.617, 0.48, 0.3],
      to: [0.56, 0.5, 0.86],
      moves: spin(0.09),
      lights: [{ at: [0.617, 0.48], reach: [0.12, 0.2], colour: [90, 50, 24], level: sway(0.6, 2.6) }],
    },
  ],
  score: {
    beds: [
      ['wind', 1.3],
      ['waves', 0.9],
    ],
    pad: {
      chords: [
        [41, 48, 53, 56],
        [39, 46, 51, 55],
        [36, 43, 48, 51],
      ],
      seconds: 7,
      level: 0.5,
      bright: 0.5,
    },
    tunes: [
      {
        voice: 'bell',
        tempo: 60,
        level: 0.5,
        notes: [
          [1, 72],
          [5, 68],
          [9, 75],
          [13, 72],
          [17, 67],
          [21, 70],
          [25, 72],
          [28, 68],
        ],
      },
      {
        voice: 'thump',
        tempo: 60,
        level: 0.9,
        repeat: 5,
        notes: [
          [0.5, 25],
          [1, 25, 0.7],
          [3.2, 28, 0.8],
        ],
      },
    ],
  },
  lines: [
    [5.9, 7.9, '十號風球，凌晨二時生效。', 'Signal No. 10, from two in the morning.'],
    [8.4, 10.6, '拖船呼叫天文台，收到請回答。', 'Tugboat calling the Observatory. Come in.'],
    [11.2, 14, '風眼會給你們四十分鐘。', 'The eye will give you forty minutes.'],
    [14.6, 16.6, '四十分鐘，十二個人。', 'Forty minutes. Twelve people.'],
    [18, 20.4, '媽媽問，你幾時回家。', 'Mother asks when you are coming home.'],
    [21, 23, '告訴她，等風停。', 'Tell her: when the wind stops.'],
    [25.6, 29, '現在，把船頭對準風眼。', 'Now point the bow at the eye.'],
  ],
}
