import { embers, motes, rain } from '../air.ts'
import type { Film } from '../film.ts'
import { flicker, sway } from '../motion.ts'

const SMOG = { top: 0.3, bottom: 1, colour: [54, 18, 66], drift: 0.022, scale: 4 } as const
const canyon = (x: number, y: number) => Math.min(1, Math.abs(x - 0.59) * 1.7 + Math.max(0, y - 0.75))
const pulse = (t: number) => 0.5 + 0.5 * Math.exp(-((t * 1.8) % 1) * 3)

export const kln2088: Film = {
  id: 'kln2088',
  size: 'hd',
  fps: 25,
  titleZh: '九龍二〇八八',
  titleEn: 'Kowloon 2088',
  titleAt: [0.235, 0.2],
  titleColour: '#f3d8ff',
  mood: 'science fiction, neon and pursuit',
  kids: false,
  crf: 28,
  maxKbps: 285,
  audio: 'stereo',
  vignette: 0.3,
  shots: [
    {
      art: 'art-l/kln2088',
      seconds: 10,
      from: [0.5, 0.5, 0.98],
      to: [0.56, 0.52, 0.74],
      near: canyon,
      parallax: 0.8,
      moves: [{ at: [0.59, 0.85], reach: [0.06, 0.16], core: 0.4, y: sway(0.002, 1.2) }],
      lights: [
        { at: [0.59, 0.4], reach: [0.26, 0.46], colour: [90, 20, 90], level: pulse },
        { at: [0.23, 0.44], reach: [0.06, 0.2], gain: flicker(1.25, 5, 0.3) },
        { at: [0.97, 0.5], reach: [0.06, 0.2], gain: flicker(1.25, 9, 0.3) },
      ],
      mist: SMOG,
      flakes: rain(0.9, -0.05),
      dissolve: 0.6,
    },
    {
      art: 'art-l/kln2088',
      seconds: 7,
      from: [0.25, 0.5, 0.4],
      to: [0.27, 0.38, 0.4],
      near: (x) => (x < 0.18 ? 1 : 0.3),
      lights: [
        { at: [0.23, 0.44], reach: [0.1, 0.3], gain: flicker(1.3, 21, 0.35) },
        { at: [0.23, 0.44], reach: [0.2, 0.4], colour: [10, 60, 80], level: flicker(0.7, 21, 0.35) },
      ],
      flakes: [
        ...rain(1, -0.05),
        motes(10, [
          [80, 220, 255],
          [230, 90, 255],
        ]),
      ],
    },
    {
      art: 'art-l/corridor',
      seconds: 7,
      from: [0.55, 0.5, 0.7],
      to: [0.555, 0.47, 0.4],
      near: (x, y) => Math.min(1, Math.hypot(x - 0.555, y - 0.45) * 1.8),
      parallax: 0.9,
      gain: () => 1.3,
      lights: [
        { at: [0.555, 0.42], reach: [0.6, 0.9], colour: [40, 6, 90], level: pulse },
        { at: [0.555, 0.02], reach: [0.2, 0.4], gain: flicker(1.2, 2, 0.4) },
      ],
      flakes: [embers(18)],
    },
    {
      art: 'art-l/kln2088',
      seconds: 6,
      from: [0.59, 0.8, 0.36],
      to: [0.59, 0.72, 0.42],
      near: canyon,
      moves: [{ at: [0.59, 0.86], reach: [0.06, 0.18], core: 0.4, y: sway(0.003, 0.6), x: sway(0.001, 1.2) }],
      lights: [{ at: [0.59, 0.6], reach: [0.2, 0.3], colour: [100, 20, 100], level: pulse }],
      flakes: rain(1.2, -0.05),
      dissolve: 0.6,
    },
    {
      art: 'art-l/kln2088',
      seconds: 7.5,
      from: [0.59, 0.4, 0.5],
      to: [0.52, 0.5, 0.95],
      near: canyon,
      parallax: 0.8,
      lights: [
        { at: [0.59, 0.4], reach: [0.3, 0.5], colour: [110, 30, 110], level: (t) => pulse(t) * (0.8 + t * 0.06) },
        { at: [0.23, 0.44], reach: [0.06, 0.2], gain: flicker(1.25, 15, 0.3) },
      ],
      mist: SMOG,
      flakes: [...rain(0.9, -0.05), embers(14)],
    },
  ],
  score: {
    beds: [
      ['hum', 0.3],
      ['rain', 0.2],
    ],
    pad: {
      chords: [
        [33, 45, 52, 57, 60],
        [29, 41, 53, 57, 60],
        [36, 48, 52, 55],
        [31, 43, 55, 59, 62],
      ],
      seconds: 4.4,
      level: 0.6,
      bright: 0.72,
    },
    tunes: [
      {
        voice: 'thump',
        tempo: 108,
        level: 0.55,
        repeat: 4,
        notes: [
          [0, 33],
          [1.5, 33, 0.5],
          [2, 33, 0.8],
        ],
      },
      { voice: 'tick', tempo: 108, level: 0.2, repeat: 1, notes: [[0.5, 60]] },
      {
        voice: 'marimba',
        tempo: 108,
        level: 0.26,
        repeat: 8,
        notes: [
          [0, 69],
          [0.5, 72, 0.7],
          [1, 76],
          [1.5, 72, 0.6],
          [2, 81],
          [3, 76, 0.7],
          [4, 65],
          [4.5, 72, 0.7],
          [5, 77],
          [6, 76],
          [7, 74, 0.7],
        ],
      },
    ],
  },
  lines: [
    [5.9, 8.2, '最高那層有陽光，最低那層有名單。', 'The top floor has sunlight. The bottom floor has a list.'],
    [9.8, 12, '信用評分：零。', 'Credit score: zero.'],
    [12.6, 15, '升降機請勿更新系統。', 'Lift control: decline the update.'],
    [17, 19.4, '你刪掉的錄像，我找到了。', 'The recording you deleted: I found it.'],
    [20, 22.2, '那就不要停步。', 'Then do not stop running.'],
    [24, 26.4, '三百層，沒有一道樓梯。', 'Three hundred floors and not one staircase.'],
    [29.4, 32.4, '那麼，我們由水管上去。', 'Then we go up through the pipes.'],
  ],
}
