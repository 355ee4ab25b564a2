import type { Colour, Flakes } from '../film.ts'
import { blend, chance } from '../motion.ts'
import type { Frame } from './paint.ts'

interface Flake {
  x: number
  y: number
  /** In pixels. */
  size: number
  colour: Colour
  alpha: number
  rotation: number
  /** Velocity in pixels per second. */
  velocityX: number
  velocityY: number
}

const DRAW: Record<Flakes['shape'], (frame: Frame, flake: Flake) => void> = {
  disc: (frame, flake) => stamp(frame, flake, (d) => (1 - d) ** 2),
  ring: (frame, flake) => stamp(frame, flake, (d) => Math.max(0, 1 - Math.abs(d - 0.72) * 5) + (1 - d) * 0.12),
  leaf: (frame, flake) => drawPlate(frame, flake, { long: 1, broad: 0.24, round: true }),
  paper: (frame, flake) => drawPlate(frame, flake, { long: 0.8, broad: 0.55, round: false }),
  streak: drawStreak,
}

/** Draws one kind of particle at a time of the clip. `key` seeds the kind. */
export function drawFlakes(
  frame: Frame,
  flakes: Flakes,
  { seconds, key, fade }: { seconds: number; key: number; fade: number },
): void {
  for (let index = 0; index < flakes.count; index++) {
    const flake = flakeAt(frame, flakes, { seconds, seed: key * 100003 + index * 7 })
    flake.alpha *= fade
    if (flake.alpha > 0.01) DRAW[flakes.shape](frame, flake)
  }
}

function flakeAt(frame: Frame, flakes: Flakes, { seconds, seed }: { seconds: number; seed: number }): Flake {
  const close = chance(seed) ** 2
  const pace = blend(0.55, 1, close) * blend(0.85, 1.15, chance(seed + 1))
  const wide = frame.width / frame.height
  const phase = chance(seed + 2) * 2 * Math.PI
  const swaying = (flakes.sway ?? 0) * Math.sin(seconds * blend(0.7, 1.6, chance(seed + 3)) + phase)
  const x = wrap(chance(seed + 4) * (wide + 0.3) + flakes.speed[0] * pace * seconds, wide + 0.3) - 0.15 + swaying
  const y = wrap(chance(seed + 5) * 1.3 + flakes.speed[1] * pace * seconds, 1.3) - 0.15
  const breath =
    1 - (flakes.twinkle ?? 0) * (0.5 + 0.5 * Math.sin(seconds * blend(1, 3.5, chance(seed + 6)) + phase * 3))
  return {
    x: x * frame.height,
    y: y * frame.height,
    size: blend(flakes.size[0], flakes.size[1], close) * frame.height,
    colour: flakes.colours[Math.floor(chance(seed + 6) * flakes.colours.length)]!,
    alpha: flakes.alpha * blend(0.6, 1, chance(seed + 3)) * breath,
    rotation: phase + seconds * blend(-2.4, 2.4, chance(seed + 3)),
    velocityX: flakes.speed[0] * pace * frame.height,
    velocityY: flakes.speed[1] * pace * frame.height,
  }
}

const wrap = (value: number, size: number) => ((value % size) + size) % size

function cover(frame: Frame, at: number, { colour, alpha }: { colour: Colour; alpha: number }): void {
  const { bytes } = frame
  bytes[at] = bytes[at]! + (colour[0] - bytes[at]!) * alpha
  bytes[at + 1] = bytes[at + 1]! + (colour[1] - bytes[at + 1]!) * alpha
  bytes[at + 2] = bytes[at + 2]! + (colour[2] - bytes[at + 2]!) * alpha
}

/** Visits the pixels of a square around the particle. */
function around(frame: Frame, flake: Flake, visit: (dx: number, dy: number) => number): void {
  const reach = Math.ceil(flake.size)
  const left = Math.max(0, Math.floor(flake.x) - reach)
  const right = Math.min(frame.width - 1, Math.floor(flake.x) + reach)
  const bottom = Math.min(frame.height - 1, Math.floor(flake.y) + reach)
  for (let y = Math.max(0, Math.floor(flake.y) - reach); y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const part = visit(x - flake.x, y - flake.y)
      if (part > 0.01)
        cover(frame, (y * frame.width + x) * 4, { colour: flake.colour, alpha: Math.min(1, part) * flake.alpha })
    }
  }
}

function stamp(frame: Frame, flake: Flake, falloff: (distance: number) => number): void {
  around(frame, flake, (dx, dy) => {
    const far = Math.hypot(dx, dy) / flake.size
    return far < 1 ? falloff(far) : 0
  })
}

/** A tumbling leaf or piece of paper: rotates in the image and becomes thin when seen edge-on. */
function drawPlate(
  frame: Frame,
  flake: Flake,
  { long, broad, round }: { long: number; broad: number; round: boolean },
): void {
  const cos = Math.cos(flake.rotation)
  const sin = Math.sin(flake.rotation)
  const thin = broad * (0.35 + 0.65 * Math.abs(Math.sin(flake.rotation * 1.7)))
  around(frame, flake, (dx, dy) => {
    const along = (dx * cos + dy * sin) / (flake.size * long)
    const across = (dy * cos - dx * sin) / (flake.size * thin)
    const edge = round ? 1 - Math.hypot(along, across) : 1 - Math.max(Math.abs(along), Math.abs(across))
    return edge * flake.size * 0.35
  })
}

/** A falling drop with motion blur. */
function drawStreak(frame: Frame, flake: Flake): void {
  const speed = Math.hypot(flake.velocityX, flake.velocityY) || 1
  const steps = Math.ceil((flake.size * Math.abs(flake.velocityY)) / speed)
  const slant = flake.velocityX / (flake.velocityY || 1)
  for (let step = 0; step < steps; step++) {
    const y = Math.floor(flake.y) + step
    const x = flake.x + step * slant
    const column = Math.floor(x)
    if (y < 0 || y >= frame.height || column < 0 || column + 1 >= frame.width) continue
    const alpha = flake.alpha * Math.sin((Math.PI * (step + 0.5)) / steps)
    const at = (y * frame.width + column) * 4
    cover(frame, at, { colour: flake.colour, alpha: alpha * (1 - (x - column)) })
    cover(frame, at + 4, { colour: flake.colour, alpha: alpha * (x - column) })
  }
}
