/**
 * The words in which a film is written down: a film is a list of shots, a shot is one picture of the catalogue's art
 * seen by a moving camera, and everything that stirs in it is a function of the seconds since the shot began.
 * Places are fractions of the art (0,0 top left, 1,1 bottom right); colours are 0 to 255.
 */

/** A place in the art, or a displacement, as fractions of its width and height. */
export type Point = readonly [x: number, y: number]
/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]
/** Something that changes with the seconds since the shot began. */
export type OverTime = (seconds: number) => number
/** What the camera sees: the middle of the view and the part of the art's width that fills the frame. */
export type View = readonly [x: number, y: number, span: number]

/** A soft-edged piece of the picture that moves by itself: a boat that rocks, a wing that beats. */
export interface Move {
  at: Point
  /** Where the pull of the motion ends. */
  reach: Point
  /** The part of the reach that moves as one, 0 to 1. */
  core?: number
  x?: OverTime
  y?: OverTime
  /** Radians, clockwise. */
  turn?: OverTime
  /** 1 is the size as drawn. */
  grow?: OverTime
  /** What the turn and the growth go round, when not the middle. */
  pivot?: Point
}

/** A glow that is added (colour) or a brightness that is multiplied (gain), fading to nothing at its reach. */
export interface Light {
  at: Point
  reach: Point
  colour?: Colour
  level?: OverTime
  gain?: OverTime
}

/** Drifting haze between two heights of the art. */
export interface Mist {
  top: number
  bottom: number
  colour: Colour
  /** Art widths a second. */
  drift: number
  scale: number
}

/** Reflections that waver below a height of the art. */
export interface Ripple {
  top: number
  bottom: number
  /** Part of the art's width. */
  strength: number
  /** Waves over the art's height. */
  waves: number
  speed: number
  /** A place in the water that is not water. */
  dry?: { at: Point; reach: Point }
}

/** Small things in the air in front of the picture: rain, snow, embers, leaves, confetti, bubbles. */
export interface Flakes {
  shape: 'disc' | 'streak' | 'leaf' | 'paper' | 'ring'
  count: number
  /** Smallest and largest, as a part of the frame's height. */
  size: readonly [number, number]
  /** Frame heights a second, to the right and down. */
  speed: Point
  sway?: number
  colours: readonly Colour[]
  alpha: number
  /** How deep the alpha breathes, 0 to 1. */
  twinkle?: number
}

/** Something out of focus close to the lens, drawn as SVG in a 1600 × 900 field. */
export interface Pane {
  svg: string
  /** In the SVG's units. */
  blur: number
  /** Shift of the whole pane in frame widths. */
  x?: OverTime
  y?: OverTime
  alpha?: number
}

/** One take. */
export interface Shot {
  art: string
  seconds: number
  from: View
  to: View
  /** How close a place is, 0 far to 1 near: near things pass faster. */
  near?: (x: number, y: number) => number
  /** The strength of that difference, 0 to 1. */
  parallax?: number
  moves?: readonly Move[]
  ripple?: Ripple
  lights?: readonly Light[]
  mist?: Mist
  /** Brightness of the whole. */
  gain?: OverTime
  flakes?: readonly Flakes[]
  panes?: readonly Pane[]
  /** Seconds in which it dissolves into the next one; a cut when not given. */
  dissolve?: number
}

/** Names of the instruments and of the unending sounds. */
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

/** A note: the beat on which it starts, its MIDI number, and how strongly it is played. */
export type Note = readonly [beat: number, pitch: number, strength?: number]

/** The sound of a film. */
export interface Score {
  beds: readonly (readonly [Bed, number])[]
  pad?: { chords: readonly (readonly number[])[]; seconds: number; level: number; bright: number }
  tunes: readonly { voice: Voice; tempo: number; level: number; notes: readonly Note[]; repeat?: number }[]
}

/** A line of dialogue: the second it starts, the second it ends, Chinese, English. */
export type Line = readonly [start: number, end: number, zh: string, en: string]

/** A whole film. */
export interface Film {
  id: string
  size: 'hd' | 'full' | 'uhd'
  fps: 24 | 25
  titleZh: string
  titleEn: string
  /** Where the title stands, fractions of the frame. */
  titleAt?: Point
  titleColour?: string
  mood: string
  kids: boolean
  /** x264's or x265's constant quality. */
  crf: number
  /** Kilobits a second that the picture never stays above for long. */
  maxKbps: number
  audio: 'stereo' | '5.1'
  vignette: number
  shots: readonly Shot[]
  score: Score
  lines: readonly Line[]
  /** Where the eight-second piece of the small set begins, when it has one. */
  smallFrom?: number
}

/** Frame sizes by name. */
export const SIZES = { hd: [1280, 720], full: [1920, 1080], uhd: [3840, 2160] } as const

/** Length of a film in seconds: dissolves are shared by two shots. */
export function filmSeconds(film: Film): number {
  return film.shots.reduce((sum, shot, index) => {
    const shared = index < film.shots.length - 1 ? (shot.dissolve ?? 0) : 0
    return sum + shot.seconds - shared
  }, 0)
}

/** What the cartoons have in common. */
export const CARTOON = {
  size: 'hd',
  kids: true,
  crf: 27,
  maxKbps: 285,
  audio: 'stereo',
  vignette: 0.05,
} as const satisfies Partial<Film>
