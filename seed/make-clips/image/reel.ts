import { SIZES, filmSeconds, type Film, type Shot } from '../film.ts'
import { smooth } from '../motion.ts'
import { drawFlakes } from './flakes.ts'
import { createMesh, fillMesh, type Mesh } from './mesh.ts'
import { createFrame, mixFrames, overlay, paint, type Frame } from './paint.ts'
import { drawStamps, writeStamps } from './stamp.ts'
import { drawSvg, loadArt, type Texture } from './texture.ts'

const FADE_IN_SECONDS = 1.2
const FADE_OUT_SECONDS = 1.8

/** A shot with its time range in the clip and its loaded images. */
interface Take {
  shot: Shot
  index: number
  from: number
  to: number
  art: Texture
  panes: readonly Texture[]
}

/** Paints a clip frame by frame. A frame's buffer is reused for the next but one. */
export async function* reel(film: Film, only?: readonly number[]): AsyncGenerator<Frame> {
  const [width, height] = SIZES[film.size]
  const stamps = await drawStamps(film, { width, height })
  const takes = await loadTakes(film, width)
  const frames = [createFrame(width, height), createFrame(width, height)] as const
  const spare = createFrame(width, height)
  const mesh = createMesh()
  const total = Math.round(filmSeconds(film) * film.fps)
  const numbers = only ?? Array.from({ length: total }, (_, number) => number)
  for (const [index, number] of numbers.entries()) {
    const frame = frames[index % 2]!
    paintMoment({ film, takes, mesh, spare }, frame, number)
    writeStamps(frame, stamps, number / film.fps)
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

interface PaintContext {
  film: Film
  takes: readonly Take[]
  mesh: Mesh
  spare: Frame
}

function paintMoment(context: PaintContext, frame: Frame, number: number): void {
  const seconds = number / context.film.fps
  const end = filmSeconds(context.film)
  const fade = smooth(0, FADE_IN_SECONDS, seconds) * smooth(end - 0.15, end - FADE_OUT_SECONDS, seconds)
  const [first, second] = context.takes.filter((take) => seconds >= take.from && seconds < take.to)
  const take = first ?? context.takes.at(-1)!
  paintTake(context, { take, frame, seconds, fade, number })
  if (!second) return
  paintTake(context, { take: second, frame: context.spare, seconds, fade, number })
  mixFrames(frame, context.spare, smooth(second.from, take.to, seconds))
}

interface Instant {
  take: Take
  frame: Frame
  seconds: number
  fade: number
  number: number
}

function paintTake({ film, mesh }: PaintContext, { take, frame, seconds, fade, number }: Instant): void {
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
