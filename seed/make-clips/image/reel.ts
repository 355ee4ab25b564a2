import { SIZES, filmSeconds, type Film, type Shot } from '../film.ts'
import { smooth } from '../motion.ts'
import { drawFlakes } from './flakes.ts'
import { createMesh, fillMesh, type Mesh } from './mesh.ts'
import { createFrame, mixFrames, overlay, paint, type Frame } from './paint.ts'
import { drawStamps, writeStamps } from './stamp.ts'
import { drawSvg, loadArt, type Texture } from './texture.ts'

const FADE_IN_SECONDS = 1.2
const FADE_OUT_SECONDS = 1.8

/** A shot with its place in the film and its pictures loaded. */
interface Take {
  shot: Shot
  index: number
  from: number
  to: number
  art: Texture
  panes: readonly Texture[]
}

/** Paints a film frame by frame; each frame is only good until the next but one is asked for. */
export async function* reel(film: Film, only?: readonly number[]): AsyncGenerator<Frame> {
  const [width, height] = SIZES[film.size]
  const stamps = await drawStamps(film, { width, height })
  const takes = await loadTakes(film, width)
  const frames = [createFrame(width, height), createFrame(width, height)] as const
  const spare = createFrame(width, height)
  const mesh = createMesh()
  const total = Math.round(filmSeconds(film) * film.fps)
  const numbers = only ?? Array.from({ length: total }, (_, number) => number)
  for (const [turn, number] of numbers.entries()) {
    const frame = frames[turn % 2]!
    paintMoment({ film, takes, mesh, spare }, frame, number)
    writeStamps(frame, stamps, { number, fps: film.fps })
    yield frame
  }
}

async function loadTakes(film: Film, width: number): Promise<Take[]> {
  const takes: Take[] = []
  let from = 0
  for (const [index, shot] of film.shots.entries()) {
    const art = await loadArt(shot.art, width, (shot.from[2] + shot.to[2]) / 2)
    const panes = await Promise.all((shot.panes ?? []).map((pane) => drawSvg(paneSvg(pane.svg), width, pane.blur)))
    takes.push({ shot, index, from, to: from + shot.seconds, art, panes })
    from += shot.seconds - (shot.dissolve ?? 0)
  }
  return takes
}

const paneSvg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" width="1600" height="900">${body}</svg>`

interface Desk {
  film: Film
  takes: readonly Take[]
  mesh: Mesh
  spare: Frame
}

function paintMoment(desk: Desk, frame: Frame, number: number): void {
  const seconds = number / desk.film.fps
  const end = filmSeconds(desk.film)
  const fade = smooth(0, FADE_IN_SECONDS, seconds) * smooth(end - 0.15, end - FADE_OUT_SECONDS, seconds)
  const [first, second] = desk.takes.filter((take) => seconds >= take.from && seconds < take.to)
  const take = first ?? desk.takes.at(-1)!
  paintTake(desk, { take, frame, seconds, fade, number })
  if (!second) return
  paintTake(desk, { take: second, frame: desk.spare, seconds, fade, number })
  mixFrames(frame, desk.spare, smooth(second.from, take.to, seconds))
}

interface Instant {
  take: Take
  frame: Frame
  seconds: number
  fade: number
  number: number
}

function paintTake({ film, mesh }: Desk, { take, frame, seconds, fade, number }: Instant): void {
  const { shot, art } = take
  const within = seconds - take.from
  fillMesh(mesh, { shot, art, seconds: within, vignette: film.vignette, fade })
  paint(frame, { mesh, art, seconds: within, ripple: shot.ripple, number })
  for (const [index, flakes] of (shot.flakes ?? []).entries()) {
    drawFlakes(frame, flakes, { seconds: seconds + 40, key: take.index * 10 + index + 1, fade })
  }
  for (const [index, pane] of (shot.panes ?? []).entries()) {
    const left = Math.round((pane.x?.(within) ?? 0) * frame.width)
    const top = Math.round((pane.y?.(within) ?? 0) * frame.height)
    overlay(frame, take.panes[index]!, { left, top, alpha: (pane.alpha ?? 1) * fade })
  }
}
