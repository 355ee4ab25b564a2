import { snow as falling } from '../air.ts'
import type { Film } from '../film.ts'
import { breathe, glide } from '../motion.ts'

/** Ten seconds in 3840 × 2160 HEVC. Fine snow and a fine title make use of the resolution. */
export const northtrain: Film = {
  id: 'northtrain',
  size: 'uhd',
  fps: 24,
  titleZh: '北行慢車',
  titleEn: 'The Slow Train North',
  titleAt: [0.5, 0.24],
  mood: 'ultra-high definition, a red train in the snow',
  kids: false,
  crf: 30,
  maxKbps: 1500,
  audio: 'stereo',
  vignette: 0.14,
  shots: [
    {
      art: 'hero/northtrain',
      seconds: 10,
      from: [0.44, 0.51, 0.78],
      to: [0.55, 0.53, 0.72],
      near: (x, y) => Math.max(y > 0.72 ? 0.6 : 0.3, Math.abs(x - 0.5) > 0.38 ? 1 : 0),
      parallax: 0.4,
      moves: [{ at: [0.54, 0.655], reach: [0.62, 0.055], core: 0.75, x: glide(-0.004, 0.02) }],
      lights: [{ at: [0.54, 0.65], reach: [0.4, 0.08], gain: breathe(1.02, 0.05, 1.7) }],
      gain: () => 0.93,
      mist: { top: 0.2, bottom: 0.6, colour: [12, 10, 18], drift: 0.014, scale: 3.6 },
      flakes: falling(1.2, -0.12),
    },
  ],
  score: {
    beds: [
      ['rails', 0.6],
      ['wind', 0.2],
    ],
    pad: {
      chords: [
        [50, 57, 62, 66],
        [45, 57, 61, 64],
      ],
      seconds: 5,
      level: 0.4,
      bright: 0.3,
    },
    tunes: [
      {
        voice: 'box',
        tempo: 66,
        level: 0.4,
        notes: [
          [0.5, 74],
          [1.5, 78],
          [2.5, 81],
          [4, 86],
          [5.5, 85],
          [6.5, 81],
          [8, 78],
        ],
      },
    ],
  },
  lines: [
    [5.9, 7.4, '下一站，沒有名字。', 'The next stop has no name.'],
    [7.7, 9.4, '那麼，就當是終點。', 'Then let us call it the end of the line.'],
  ],
}
