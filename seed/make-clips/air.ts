import type { Colour, Flakes, Pane } from './film.ts'
import { sway } from './motion.ts'

const DROP: Colour = [190, 205, 230]
const WHITE: Colour = [255, 255, 255]

/** Rain at two depths. `slant` is the horizontal drift per vertical distance. */
export const rain = (strength: number, slant = -0.14): Flakes[] => [
  {
    shape: 'streak',
    count: Math.round(90 * strength),
    size: [0.05, 0.085],
    speed: [1.9 * slant, 1.9],
    colours: [DROP],
    alpha: 0.17,
  },
  {
    shape: 'streak',
    count: Math.round(22 * strength),
    size: [0.12, 0.17],
    speed: [2.9 * slant, 2.9],
    colours: [DROP],
    alpha: 0.24,
  },
]

/** Snow in the distance, nearby, and out of focus at the lens. */
export const snow = (strength: number, drift = -0.05): Flakes[] => [
  {
    shape: 'disc',
    count: Math.round(90 * strength),
    size: [0.0025, 0.005],
    speed: [drift, 0.07],
    sway: 0.012,
    colours: [WHITE],
    alpha: 0.8,
  },
  {
    shape: 'disc',
    count: Math.round(24 * strength),
    size: [0.006, 0.011],
    speed: [drift * 1.6, 0.13],
    sway: 0.03,
    colours: [WHITE],
    alpha: 0.8,
  },
  {
    shape: 'disc',
    count: Math.round(5 * strength),
    size: [0.03, 0.07],
    speed: [drift * 3, 0.26],
    sway: 0.05,
    colours: [WHITE],
    alpha: 0.24,
  },
]

/** Dust in the light, or lamps far out of focus. */
export const motes = (count: number, colours: readonly Colour[], alpha = 0.14): Flakes => ({
  shape: 'disc',
  count,
  size: [0.008, 0.035],
  speed: [-0.02, -0.012],
  sway: 0.02,
  colours,
  alpha,
  twinkle: 0.8,
})

/** Rising sparks. */
export const embers = (count: number): Flakes => ({
  shape: 'disc',
  count,
  size: [0.002, 0.006],
  speed: [0.05, -0.16],
  sway: 0.03,
  colours: [
    [255, 170, 60],
    [255, 110, 40],
    [255, 220, 140],
  ],
  alpha: 0.9,
  twinkle: 0.7,
})

/** Leaves in the wind. */
export const leaves = (count: number, colours: readonly Colour[]): Flakes => ({
  shape: 'leaf',
  count,
  size: [0.012, 0.03],
  speed: [-0.13, 0.1],
  sway: 0.05,
  colours,
  alpha: 0.85,
})

/** Pieces of coloured paper. */
export const confetti = (count: number): Flakes => ({
  shape: 'paper',
  count,
  size: [0.009, 0.016],
  speed: [0.02, 0.15],
  sway: 0.03,
  colours: [
    [255, 92, 92],
    [255, 202, 58],
    [88, 196, 120],
    [72, 149, 239],
    [240, 130, 200],
  ],
  alpha: 0.95,
})

/** Bubbles in water, or soap bubbles. */
export const bubbles = (count: number, rise = -0.1): Flakes => ({
  shape: 'ring',
  count,
  size: [0.008, 0.026],
  speed: [0.01, rise],
  sway: 0.02,
  colours: [WHITE],
  alpha: 0.6,
})

/** Twinkling stars. */
export const stars = (count: number): Flakes => ({
  shape: 'disc',
  count,
  size: [0.003, 0.008],
  speed: [-0.004, 0],
  colours: [WHITE, [255, 236, 170]],
  alpha: 0.9,
  twinkle: 1,
})

/** Long leaves in an upper corner of the image. */
export const twig = (colour: string, left: boolean): Pane => ({
  svg: `<g fill="${colour}" transform="${left ? '' : 'translate(1600 0) scale(-1 1)'}"><path d="M-60-40C220 60 330 160 420 330 260 220 90 130-60 90z"/>
  <path d="M40-60c330 40 480 90 640 220C470 110 250 60 20 50z"/><path d="M-80 60C40 190 90 330 110 520 10 370-60 240-120 160z"/></g>`,
  blur: 12,
  x: sway(0.008, 6.5),
  y: sway(0.006, 5.1),
})
