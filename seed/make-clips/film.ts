/**
 * Types that describe a demo clip. A clip is a list of shots. A shot is one image of the catalogue's artwork seen by a
 * moving camera; its animations are functions of the seconds since the shot started.
 * Positions are fractions of the image (0,0 top left, 1,1 bottom right); colours are 0 to 255.
 */

/** A position or displacement in the image, as fractions of its width and height. */
export type Point = readonly [x: number, y: number]
/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]
/** A value as a function of the seconds since the shot started. */
export type OverTime = (seconds: number) => number
/** The camera's view: its centre, and the fraction of the image width that fills the frame. */
export type View = readonly [x: number, y: number, span: number]

/** A soft-edged region of the image that moves: a rocking boat, a beating wing. */
export interface Move {
  at: Point
  /** Radius beyond which the motion has no effect. */
  reach: Point
  /** Fraction of the radius that moves rigidly, 0 to 1. */
  core?: number
  x?: OverTime
  y?: OverTime
  /** Rotation in radians, clockwise. */
  turn?: OverTime
  /** Scale; 1 is the original size. */
  grow?: OverTime
  /** Centre of rotation and scaling, if not the centre of the region. */
  pivot?: Point
}

/** A glow that is added (colour) or a brightness factor (gain), fading to nothing at its radius. */
export interface Light {
  at: Point
  reach: Point
  colour?: Colour
  level?: OverTime
  gain?: OverTime
}

/** Drifting haze between two heights of the image. */
export interface Mist {
  top: number
  bottom: number
  colour: Colour
  /** Image widths per second. */
  drift: number
  scale: number
}

/** Wavering reflections below a height of the image. */
export interface Ripple {
  top: number
  bottom: number
  /** Fraction of the image width. */
  strength: number
  /** Number of waves over the image height. */
  waves: number
  speed: number
  /** A region of the water without reflections. */
  dry?: { at: Point; reach: Point }
}

/** Particles in front of the image: rain, snow, embers, leaves, confetti, bubbles. */
export interface Flakes {
  shape: 'disc' | 'streak' | 'leaf' | 'paper' | 'ring'
  count: number
  /** Smallest and largest size, as a fraction of the frame height. */
  size: readonly [number, number]
  /** Frame heights per second, to the right and downwards. */
  speed: Point
  sway?: number
  colours: readonly Colour[]
  alpha: number
  /** Depth of the alpha modulation, 0 to 1. */
  twinkle?: number
}

/** An out-of-focus foreground object, drawn as SVG in a 1600 × 900 viewport. */
export interface Pane {
  svg: string
  /** In SVG units. */
  blur: number
  /** Displacement in frame widths. */
  x?: OverTime
  y?: OverTime
  alpha?: number
}

/** One shot. */
export interface Shot {
  art: string
  seconds: number
  from: View
  to: View
  /** Depth of a position, 0 far to 1 near. Near objects move faster. */
  near?: (x: number, y: number) => number
  /** Strength of the parallax, 0 to 1. */
  parallax?: number
  moves?: readonly Move[]
  ripple?: Ripple
  lights?: readonly Light[]
  mist?: Mist
  /** Overall brightness. */
  gain?: OverTime
  flakes?: readonly Flakes[]
  panes?: readonly Pane[]
  /** Duration of the dissolve into the next shot, in seconds; a cut by default. */
  dissolve?: number
}

/** Instruments and ambient sounds. */
export type Voice =
  | 'bell'
  | 'pluck'
  | 'box'
  | 'marimba'
  | 'flute'
  | 'keys'
  | 'thump'
  | 'horn'
  | 'ding'
  | 'tick'
  | 'drop'
export type Bed = 'rain' | 'waves' | 'wind' | 'hum' | 'city' | 'rails' | 'deep' | 'birds'

/** A note: starting beat, MIDI number, and velocity. */
export type Note = readonly [beat: number, pitch: number, strength?: number]

/** The soundtrack of a clip. */
export interface Score {
  beds: readonly (readonly [Bed, number])[]
  pad?: { chords: readonly (readonly number[])[]; seconds: number; level: number; bright: number }
  tunes: readonly { voice: Voice; tempo: number; level: number; notes: readonly Note[]; repeat?: number }[]
}

/** A line of dialogue: start and end in seconds, Chinese, English. */
export type Line = readonly [start: number, end: number, zh: string, en: string]

/** A complete clip. */
export interface Film {
  id: string
  size: 'hd' | 'full' | 'uhd'
  fps: 24 | 25
  titleZh: string
  titleEn: string
  /** Position of the title, as fractions of the frame. */
  titleAt?: Point
  titleColour?: string
  mood: string
  kids: boolean
  /** Constant rate factor of x264 or x265. */
  crf: number
  /** Maximum bit rate of the video in kbit/s. */
  maxKbps: number
  audio: 'stereo' | '5.1'
  vignette: number
  shots: readonly Shot[]
  score: Score
  lines: readonly Line[]
}

/** Frame sizes by name. */
export const SIZES = { sd: [640, 360], hd: [1280, 720], full: [1920, 1080], uhd: [3840, 2160] } as const

/** Duration of a clip in seconds. Dissolves are shared by two shots. */
export function filmSeconds(film: Film): number {
  return film.shots.reduce((sum, shot, index) => {
    const shared = index < film.shots.length - 1 ? (shot.dissolve ?? 0) : 0
    return sum + shot.seconds - shared
  }, 0)
}

/** Common properties of cartoons. */
export const CARTOON = {
  size: 'hd',
  kids: true,
  crf: 27,
  maxKbps: 285,
  audio: 'stereo',
  vignette: 0.05,
} as const satisfies Partial<Film>
