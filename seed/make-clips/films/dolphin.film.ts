import { bubbles, confetti } from '../air.ts'
import { CARTOON, type Film } from '../film.ts'
import { breathe, glide, hop, sway } from '../motion.ts'

const SEA = { top: 0.44, bottom: 1, strength: 0.002, waves: 14, speed: 2.6 } as const
const leap = (t: number) => -0.03 * Math.sin(t * 1.9)

export const dolphin: Film = {
  ...CARTOON,
  id: 'dolphin',
  fps: 24,
  titleZh: '粉紅海豚隊',
  titleEn: 'Pink Dolphin Squad',
  titleAt: [0.24, 0.2],
  mood: 'cartoon, sea and sky adventures',
  shots: [
    {
      art: 'art-l/dolphin',
      seconds: 10,
      from: [0.48, 0.5, 0.94],
      to: [0.53, 0.5, 0.9],
      near: (_, y) => y,
      moves: [
        { at: [0.52, 0.6], reach: [0.26, 0.34], core: 0.6, y: leap, turn: (t) => -0.05 * Math.cos(t * 1.9) },
        {
          at: [0.76, 0.42],
          reach: [0.18, 0.24],
          core: 0.6,
          y: (t) => leap(t + 0.9),
          turn: (t) => -0.05 * Math.cos((t + 0.9) * 1.9),
        },
        {
          at: [0.86, 0.78],
          reach: [0.15, 0.2],
          core: 0.55,
          y: (t) => leap(t + 1.8),
          turn: (t) => -0.06 * Math.cos((t + 1.8) * 1.9),
        },
        { at: [0.15, 0.85], reach: [0.3, 0.2], core: 0.1, y: sway(0.012, 3) },
      ],
      ripple: { ...SEA, dry: { at: [0.62, 0.6], reach: [0.26, 0.34] } },
      flakes: [bubbles(18)],
      dissolve: 0.6,
    },
    {
      art: 'art-l/dolphin',
      seconds: 7,
      from: [0.54, 0.52, 0.5],
      to: [0.6, 0.48, 0.42],
      moves: [
        {
          at: [0.52, 0.6],
          reach: [0.26, 0.36],
          core: 0.6,
          y: (t) => 0.8 * leap(t),
          turn: (t) => -0.05 * Math.cos(t * 1.9),
        },
      ],
      flakes: [bubbles(22)],
    },
    {
      art: 'art-l/ferryboat',
      seconds: 8.5,
      from: [0.46, 0.52, 0.88],
      to: [0.58, 0.56, 0.76],
      near: (_, y) => y,
      parallax: 0.6,
      moves: [
        {
          at: [0.65, 0.62],
          reach: [0.34, 0.46],
          core: 0.62,
          y: sway(0.008, 2.2),
          turn: sway(0.022, 2.9),
          pivot: [0.65, 0.8],
        },
        { at: [0.62, 0.12], reach: [0.2, 0.16], core: 0.6, x: glide(0.005, -0.02) },
        { at: [0.18, 0.22], reach: [0.1, 0.16], core: 0.6, grow: breathe(1.02, 0.05, 1.8) },
      ],
      ripple: { ...SEA, top: 0.62, dry: { at: [0.65, 0.6], reach: [0.27, 0.26] } },
      flakes: [bubbles(10, -0.06)],
      dissolve: 0.6,
    },
    {
      art: 'art-l/cloudpost',
      seconds: 9,
      from: [0.62, 0.46, 0.72],
      to: [0.52, 0.5, 0.95],
      moves: [
        { at: [0.68, 0.46], reach: [0.28, 0.44], core: 0.62, y: sway(0.014, 2.6), turn: sway(0.03, 3.4) },
        { at: [0.42, 0.5], reach: [0.08, 0.12], core: 0.5, turn: sway(0.2, 1.8), y: sway(0.02, 2.2) },
        { at: [0.38, 0.7], reach: [0.08, 0.12], core: 0.5, turn: sway(0.2, 2.1, 0.4), y: sway(0.02, 1.9) },
        { at: [0.93, 0.37], reach: [0.07, 0.1], core: 0.5, turn: sway(0.2, 1.7), y: hop(0.03, 1.6) },
      ],
      flakes: [confetti(18)],
    },
  ],
  score: {
    beds: [
      ['waves', 0.3],
      ['birds', 0.16],
    ],
    pad: {
      chords: [
        [53, 57, 60, 64],
        [50, 53, 57, 60],
        [46, 53, 58, 62],
        [48, 52, 55, 60],
      ],
      seconds: 4.6,
      level: 0.2,
      bright: 0.24,
    },
    tunes: [
      {
        voice: 'keys',
        tempo: 104,
        level: 0.3,
        repeat: 8,
        notes: [
          [0, 53],
          [1, 60, 0.7],
          [2, 65, 0.8],
          [3, 60, 0.6],
          [4, 50],
          [5, 57, 0.7],
          [6, 62, 0.8],
          [7, 57, 0.6],
        ],
      },
      {
        voice: 'marimba',
        tempo: 104,
        level: 0.4,
        repeat: 16,
        notes: [
          [0, 77],
          [1.5, 81],
          [2, 84],
          [4, 82],
          [5, 81],
          [6, 77],
          [8, 74],
          [9.5, 77],
          [10, 81],
          [12, 79],
          [13, 76],
          [14, 72],
        ],
      },
      {
        voice: 'drop',
        tempo: 104,
        level: 0.22,
        repeat: 8,
        notes: [
          [3, 76],
          [3.5, 81],
          [6.5, 84],
        ],
      },
    ],
  },
  lines: [
    [6, 8, '海豚巡邏隊，出發！', 'Dolphin patrol, off we go!'],
    [8.6, 10.6, '一、二、三，三條都在。', 'One, two, three. All three are here.'],
    [11.2, 13.4, '泡泡，不用怕，跟着我跳。', 'Bubbles, do not be afraid. Jump with me.'],
    [14, 16, '我跳到了！', 'I did it!'],
    [17.6, 20, '小輪早晨！今日要送甚麼？', 'Good morning, little ferry! What are you carrying?'],
    [20.6, 22.8, '送一封信，給雲上的郵差。', 'A letter for the postman in the clouds.'],
    [25, 27.4, '信送到了，是彩虹寄來的。', 'Delivered! It comes from the rainbow.'],
    [28.2, 30.8, '記得：垃圾要帶走，大海才會笑。', 'Remember: take your litter home and the sea will smile.'],
  ],
}
