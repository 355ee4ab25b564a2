import { leaves, motes, twig } from '../air.ts'
import type { Film } from '../film.ts'
import { breathe, glide, sway } from '../motion.ts'

const GREEN = [
  [120, 190, 120],
  [60, 130, 80],
  [190, 220, 140],
] as const
const MIST = { top: 0.35, bottom: 1, colour: [24, 42, 32], drift: 0.016, scale: 4 } as const

export const bambooforest: Film = {
  id: 'bambooforest',
  size: 'full',
  fps: 24,
  titleZh: '聽竹',
  titleEn: 'Listening to Bamboo',
  titleAt: [0.3, 0.42],
  titleColour: '#f4fff4',
  mood: 'wuxia, wind in a bamboo forest',
  kids: false,
  crf: 27,
  maxKbps: 640,
  audio: 'stereo',
  vignette: 0.28,
  shots: [
    {
      art: 'hero/bambooforest',
      seconds: 11,
      from: [0.44, 0.5, 0.8],
      to: [0.55, 0.5, 0.74],
      near: (x) => 0.35 + 0.6 * Math.max(0, 1 - Math.abs(x - 0.1) * 5) + 0.3 * Math.max(0, 1 - Math.abs(x - 0.87) * 8),
      parallax: 0.5,
      moves: [
        { at: [0.72, 0.74], reach: [0.09, 0.16], core: 0.2, turn: sway(0.06, 2.6), pivot: [0.67, 0.72] },
        { at: [0.3, 0.25], reach: [0.26, 0.4], core: 0.2, x: sway(0.003, 4.4), y: sway(0.003, 3.1) },
        { at: [0.5, 0.3], reach: [0.2, 0.4], core: 0.2, x: sway(0.003, 5.2, 0.3), y: sway(0.003, 3.7, 0.5) },
      ],
      lights: [{ at: [0.42, 0.45], reach: [0.4, 0.7], colour: [26, 44, 26], level: breathe(0.6, 0.4, 6) }],
      mist: MIST,
      flakes: [leaves(26, GREEN)],
      panes: [
        {
          svg: '<path d="M-60-20h110l10 940H-60zM1560-20h190v940h-170z" fill="#052012"/>',
          blur: 16,
          x: glide(-0.012, 0.03),
        },
      ],
      dissolve: 1,
    },
    {
      art: 'art-l/bambooforest',
      seconds: 8,
      from: [0.66, 0.66, 0.5],
      to: [0.67, 0.6, 0.42],
      moves: [
        { at: [0.77, 0.76], reach: [0.12, 0.2], core: 0.2, turn: sway(0.07, 2.2), pivot: [0.7, 0.7] },
        { at: [0.64, 0.6], reach: [0.14, 0.3], core: 0.4, y: sway(0.003, 3) },
      ],
      lights: [{ at: [0.55, 0.4], reach: [0.3, 0.5], colour: [30, 46, 30], level: breathe(0.5, 0.3, 4) }],
      flakes: [leaves(20, GREEN), motes(14, [[220, 255, 210]])],
      panes: [twig('#0a3018', true)],
    },
    {
      art: 'still/bambooforest-3',
      seconds: 7,
      from: [0.4, 0.45, 0.8],
      to: [0.58, 0.5, 0.8],
      near: (x) => Math.max(0, 1 - Math.abs(x - 0.12) * 5) + Math.max(0, 1 - Math.abs(x - 0.46) * 6),
      parallax: 0.5,
      lights: [{ at: [0.8, 0.3], reach: [0.5, 0.8], colour: [60, 30, 6], level: breathe(0.7, 0.3, 3) }],
      flakes: [
        leaves(30, [
          [190, 120, 50],
          [220, 170, 80],
        ]),
      ],
      dissolve: 0.8,
    },
    {
      art: 'hero/bambooforest',
      seconds: 10.5,
      from: [0.64, 0.62, 0.46],
      to: [0.56, 0.5, 0.8],
      near: (x) => 0.35 + 0.5 * Math.max(0, 1 - Math.abs(x - 0.87) * 8),
      moves: [{ at: [0.72, 0.74], reach: [0.09, 0.16], core: 0.2, turn: sway(0.08, 1.9), pivot: [0.67, 0.72] }],
      lights: [{ at: [0.45, 0.45], reach: [0.4, 0.7], colour: [26, 40, 26], level: breathe(0.6, 0.4, 5) }],
      mist: MIST,
      flakes: [leaves(40, GREEN)],
      panes: [twig('#07280f', false)],
    },
  ],
  score: {
    beds: [
      ['wind', 0.3],
      ['birds', 0.2],
    ],
    pad: {
      chords: [
        [38, 50, 57, 62],
        [36, 48, 55, 60],
        [41, 53, 57, 60],
        [38, 50, 57, 62],
      ],
      seconds: 9,
      level: 0.3,
      bright: 0.3,
    },
    tunes: [
      {
        voice: 'pluck',
        tempo: 66,
        level: 0.55,
        repeat: 16,
        notes: [
          [0, 62],
          [0.5, 64, 0.7],
          [1, 67],
          [2.5, 69],
          [3, 67, 0.6],
          [5, 64],
          [6, 62],
          [8, 57],
          [8.5, 60, 0.7],
          [9, 62],
          [11, 67],
          [12, 74],
          [12.25, 72, 0.6],
          [12.5, 69, 0.6],
        ],
      },
      {
        voice: 'flute',
        tempo: 66,
        level: 0.26,
        notes: [
          [6, 74],
          [10, 69],
          [14, 72],
          [22, 74],
          [25, 79],
          [30, 74, 0.8],
        ],
      },
      {
        voice: 'thump',
        tempo: 66,
        level: 0.4,
        notes: [
          [11.5, 31],
          [20, 31],
          [20.5, 31, 0.7],
          [28, 31],
        ],
      },
    ],
  },
  lines: [
    [6, 8.4, '這片竹林，十年沒有人敢進來。', 'No one has dared enter this forest for ten years.'],
    [9, 11.2, '你的腳步，我認得。', 'I know your footsteps.'],
    [12, 14.6, '師父說過，竹子彎腰，不是認輸。', 'Master said: when bamboo bends it is not defeat.'],
    [15.2, 17.6, '他還說過甚麼？', 'What else did he say?'],
    [19, 21.8, '劍未出鞘之前，仍有得選擇。', 'Until the blade is drawn there is still a choice.'],
    [25, 27.4, '我已經選了。', 'I have chosen.'],
    [28.4, 31.4, '那麼，葉落之前，說出最後一個版本。', 'Then tell the last version before the leaves land.'],
  ],
}
