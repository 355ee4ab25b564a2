import { motes, rain } from '../air.ts'
import type { Film } from '../film.ts'
import { breathe, flicker, glide, sway } from '../motion.ts'

const LAMPS = [
  [255, 190, 120],
  [120, 220, 200],
  [255, 130, 120],
  [150, 160, 255],
] as const
const rattle = {
  at: [0.62, 0.45],
  reach: [0.2, 0.62],
  core: 0.62,
  y: sway(0.0016, 0.42),
  turn: sway(0.0022, 1.3),
} as const

export const tram: Film = {
  id: 'tram',
  size: 'hd',
  fps: 25,
  titleZh: '西環尾站',
  titleEn: 'Last Stop, Western',
  titleAt: [0.27, 0.36],
  titleColour: '#fff4dc',
  mood: 'rainy night tram, warm and nostalgic',
  kids: false,
  crf: 28,
  maxKbps: 285,
  audio: 'stereo',
  vignette: 0.3,
  shots: [
    {
      art: 'art-l/tram',
      seconds: 10.5,
      from: [0.5, 0.5, 0.98],
      to: [0.53, 0.56, 0.84],
      near: (x, y) => (x > 0.5 && x < 0.75 ? 0.75 : Math.hypot(x - 0.39, y - 0.8) < 0.2 ? 0.9 : 0.2),
      parallax: 0.4,
      moves: [rattle, { at: [0.39, 0.8], reach: [0.09, 0.24], core: 0.4, x: sway(0.0015, 3), turn: sway(0.008, 3.7) }],
      lights: [
        { at: [0.62, 0.77], reach: [0.12, 0.2], colour: [90, 80, 40], level: breathe(0.6, 0.25, 2.4) },
        { at: [0.62, 0.28], reach: [0.14, 0.24], gain: flicker(1.1, 3, 0.15) },
      ],
      mist: { top: 0.3, bottom: 1, colour: [26, 28, 34], drift: 0.02, scale: 4 },
      flakes: [...rain(0.8), motes(10, LAMPS)],
      dissolve: 0.8,
    },
    {
      art: 'art-l/tram',
      seconds: 8,
      from: [0.62, 0.3, 0.4],
      to: [0.62, 0.36, 0.34],
      moves: [rattle],
      lights: [{ at: [0.62, 0.28], reach: [0.16, 0.26], gain: flicker(1.12, 7, 0.2) }],
      flakes: [...rain(0.8), motes(12, LAMPS)],
      panes: [
        {
          svg: '<path d="M-200-20h330v940h-330zM-200-20h2200v50h-2200zM1500-20h300v940h-300z" fill="#05080a"/>',
          blur: 11,
          x: sway(0.003, 1.3),
        },
      ],
    },
    {
      art: 'art-l/window29',
      seconds: 7.5,
      from: [0.52, 0.52, 0.72],
      to: [0.62, 0.5, 0.46],
      lights: [
        { at: [0.63, 0.5], reach: [0.12, 0.2], colour: [70, 48, 12], level: breathe(0.6, 0.2, 3.2) },
        { at: [0.77, 0.26], reach: [0.06, 0.1], gain: flicker(1.15, 12, 0.3) },
      ],
      flakes: rain(0.9),
      dissolve: 0.8,
    },
    {
      art: 'art-l/tram',
      seconds: 10,
      from: [0.46, 0.68, 0.5],
      to: [0.5, 0.5, 0.98],
      near: (x, y) => (x > 0.5 && x < 0.75 ? 0.7 : Math.hypot(x - 0.39, y - 0.8) < 0.2 ? 0.9 : 0.2),
      moves: [{ ...rattle, grow: glide(-0.004, 1) }],
      lights: [{ at: [0.62, 0.77], reach: [0.14, 0.24], colour: [100, 90, 50], level: breathe(0.6, 0.3, 3) }],
      mist: { top: 0.3, bottom: 1, colour: [26, 28, 34], drift: 0.02, scale: 4 },
      flakes: [...rain(0.8), motes(10, LAMPS)],
    },
  ],
  score: {
    beds: [
      ['rain', 0.3],
      ['rails', 0.5],
    ],
    pad: {
      chords: [
        [48, 55, 64, 67],
        [45, 57, 60, 64],
        [41, 57, 60, 65],
        [43, 55, 59, 62],
      ],
      seconds: 6,
      level: 0.36,
      bright: 0.3,
    },
    tunes: [
      {
        voice: 'keys',
        tempo: 72,
        level: 0.34,
        repeat: 16,
        notes: [
          [0, 67],
          [1, 72],
          [2, 76, 0.8],
          [4, 74],
          [5.5, 72, 0.7],
          [6, 69],
          [8, 65],
          [9, 69, 0.8],
          [10, 72],
          [12, 71],
          [13.5, 67, 0.7],
        ],
      },
      {
        voice: 'ding',
        tempo: 72,
        level: 0.3,
        notes: [
          [6, 88],
          [6.5, 88],
          [26, 88],
          [26.5, 88],
        ],
      },
    ],
  },
  lines: [
    [6, 8.4, '尾班車了，還不下車？', 'This is the last tram. Not getting off?'],
    [9, 11.2, '我想多坐一程。', 'I want to ride a little longer.'],
    [12, 14.6, '開了三十八年，明早就退休了。', 'Thirty-eight years at the handle. I retire tomorrow.'],
    [15.2, 17.4, '那今晚，不收車吧。', 'Then do not end the run tonight.'],
    [18.6, 21, '婆婆，你記得住在哪裏嗎？', 'Ma’am, do you remember where you live?'],
    [21.4, 23.8, '有燈的那個窗口。', 'The window with the light on.'],
    [26.4, 29.6, '好，慢慢駛，總會到西環。', 'All right. Slowly does it; we will reach Western.'],
  ],
}
