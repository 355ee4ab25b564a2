import { motes, rain } from '../air.ts'
import type { Film } from '../film.ts'
import { breathe, flicker, glide, sway } from '../motion.ts'

const RIPPLE = { top: 0.66, bottom: 0.95, strength: 0.0014, waves: 60, speed: 4 } as const
const street = (x: number, y: number) => Math.min(1, Math.abs(x - 0.68) * 2.2 + Math.max(0, y - 0.62))
const HAZE = { top: 0.3, bottom: 0.9, colour: [60, 16, 40], drift: 0.02, scale: 5 } as const

export const neon: Film = {
  id: 'neon',
  size: 'full',
  fps: 24,
  titleZh: '霓虹盡頭',
  titleEn: 'Where the Neon Ends',
  titleAt: [0.25, 0.6],
  titleColour: '#ffe3ee',
  mood: 'neon street in the rain, crime and longing',
  kids: false,
  crf: 27,
  maxKbps: 640,
  audio: 'stereo',
  vignette: 0.34,
  shots: [
    {
      art: 'hero/neon',
      seconds: 11,
      from: [0.58, 0.5, 0.82],
      to: [0.64, 0.54, 0.64],
      near: street,
      parallax: 0.9,
      moves: [{ at: [0.637, 0.76], reach: [0.07, 0.26], core: 0.4, y: sway(0.0025, 1.1), x: sway(0.001, 2.2) }],
      ripple: { ...RIPPLE, dry: { at: [0.637, 0.7], reach: [0.03, 0.25] } },
      lights: [
        { at: [0.344, 0.08], reach: [0.09, 0.2], gain: flicker(1.25, 11, 0.35) },
        { at: [0.454, 0.18], reach: [0.06, 0.2], gain: breathe(1.2, 0.15, 1.9) },
        { at: [0.57, 0.44], reach: [0.03, 0.1], gain: flicker(1.3, 4, 0.3) },
        { at: [0.88, 0.19], reach: [0.07, 0.2], gain: flicker(1.2, 17, 0.25) },
        { at: [0.69, 0.6], reach: [0.2, 0.3], colour: [60, 10, 30], level: breathe(0.7, 0.3, 4.2) },
      ],
      mist: HAZE,
      flakes: rain(1),
      dissolve: 0.8,
    },
    {
      art: 'still/neon-4',
      seconds: 7,
      from: [0.5, 0.56, 0.86],
      to: [0.5, 0.52, 0.96],
      lights: [
        { at: [0.54, 0.6], reach: [0.45, 0.7], gain: flicker(1.1, 23, 0.4) },
        { at: [0.54, 0.6], reach: [0.5, 0.8], colour: [90, 16, 46], level: flicker(0.5, 23, 0.4) },
      ],
      flakes: [
        motes(16, [
          [255, 120, 170],
          [120, 220, 255],
        ]),
      ],
    },
    {
      art: 'still/neon-2',
      seconds: 8,
      from: [0.52, 0.52, 0.94],
      to: [0.46, 0.54, 0.82],
      near: (x, y) => (y > 0.75 ? 0.9 : Math.hypot(x - 0.26, y - 0.7) < 0.32 ? 0.8 : 0.15),
      moves: [{ at: [0.26, 0.7], reach: [0.24, 0.6], core: 0.5, x: sway(0.004, 3.4), turn: sway(0.008, 3.4) }],
      lights: [
        { at: [0.62, 0.4], reach: [0.32, 0.6], gain: flicker(1.15, 31, 0.3) },
        { at: [0.41, 0.74], reach: [0.12, 0.2], colour: [110, 110, 255], level: flicker(0.8, 41, 0.6) },
      ],
      flakes: [
        motes(
          14,
          [
            [180, 170, 255],
            [255, 140, 170],
          ],
          0.1,
        ),
      ],
      dissolve: 1,
    },
    {
      art: 'art-l/neon',
      seconds: 10.5,
      from: [0.53, 0.6, 0.56],
      to: [0.52, 0.52, 0.9],
      near: (x, y) => Math.min(1, Math.abs(x - 0.56) * 2 + Math.max(0, y - 0.62)),
      parallax: 0.8,
      moves: [{ at: [0.53, 0.72], reach: [0.08, 0.26], core: 0.4, y: sway(0.003, 1.1), grow: glide(-0.006, 1) }],
      ripple: { ...RIPPLE, top: 0.72, dry: { at: [0.53, 0.7], reach: [0.035, 0.25] } },
      lights: [
        { at: [0.31, 0.2], reach: [0.09, 0.3], gain: breathe(1.15, 0.15, 2.3) },
        { at: [0.82, 0.2], reach: [0.1, 0.3], gain: flicker(1.2, 6, 0.35) },
        { at: [0.56, 0.6], reach: [0.2, 0.35], colour: [60, 12, 30], level: breathe(0.6, 0.3, 5) },
      ],
      mist: HAZE,
      flakes: rain(1.1),
    },
  ],
  score: {
    beds: [
      ['rain', 0.34],
      ['city', 0.5],
    ],
    pad: {
      chords: [
        [45, 57, 60, 64, 67],
        [41, 57, 60, 65],
        [43, 55, 59, 62, 66],
        [40, 55, 59, 64],
      ],
      seconds: 6,
      level: 0.5,
      bright: 0.5,
    },
    tunes: [
      {
        voice: 'keys',
        tempo: 76,
        level: 0.3,
        repeat: 16,
        notes: [
          [0, 76],
          [1.5, 72, 0.7],
          [3, 71, 0.8],
          [4, 69],
          [8, 74],
          [9.5, 71, 0.7],
          [11, 67, 0.8],
          [12, 64],
        ],
      },
      {
        voice: 'thump',
        tempo: 76,
        level: 0.3,
        repeat: 4,
        notes: [
          [0, 33],
          [2.5, 33, 0.6],
        ],
      },
      {
        voice: 'tick',
        tempo: 76,
        level: 0.12,
        repeat: 2,
        notes: [
          [1, 60],
          [1.5, 60, 0.5],
        ],
      },
    ],
  },
  lines: [
    [6, 8.4, '這條街以前整夜都是光的。', 'This street used to be bright all night.'],
    [9, 11.6, '如今連雨，也比燈多。', 'Now there is more rain than light.'],
    [12.6, 15.4, '這個「安」字，是師父吹的最後一支燈管。', 'This sign was the last tube my master ever bent.'],
    [17.6, 20, '你留下來，是為了修燈？', 'You stayed on to mend a sign?'],
    [20.6, 23.4, '我留下來，是要查出誰下令熄燈。', 'I stayed to learn who ordered the lights out.'],
    [25.8, 28.4, '收工之後，不要一個人走後巷。', 'After work, do not take the back lane alone.'],
    [29.2, 32, '後巷那盞燈，今晚由我來亮。', 'Tonight I will light the back lane myself.'],
  ],
}
