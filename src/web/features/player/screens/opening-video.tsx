import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Program } from '#contract/programs.ts'
import { useStore } from '#web/kit/use-store.ts'
import { useText } from '#web/kit/text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { SkipIcon } from '#web/ui/feature-icons.tsx'
import { PlayIcon } from '#web/ui/icons.tsx'
import { createPlayback } from '../engine/playback.ts'
import type { PlayRequest, Playback } from '../engine/engine.ts'
import { focusOnShow } from '../controls/focus.ts'
import styles from './opening-video.module.css'

const shown = new Set<string>()

interface OpeningFacts {
  request: PlayRequest
  program: Pick<Program, 'programId' | 'openingVideo'> | undefined
  /** Undefined while unknown. A resumed title has no opening. */
  start: number | undefined
}

export function useOpening({ request, program, start }: OpeningFacts): { isDue: boolean; end: () => void } {
  const [, setEnded] = useState<string>()
  // Read once for each request: the stored position is 0 again at the title's end, where the opening is not due.
  const [begun, setBegun] = useState<{ request: PlayRequest; from: number }>()
  if (start !== undefined && begun?.request !== request) setBegun({ request, from: start })
  const from = begun?.request === request ? begun.from : start
  const { programId, kind, file } = request
  const hasOpening = kind === 'movie' && file === undefined && Boolean(program?.openingVideo)
  return {
    isDue: hasOpening && from === 0 && !shown.has(programId),
    end() {
      shown.add(programId)
      setEnded(programId)
    },
  }
}

/** Has its own grant; the title loads meanwhile. A failure ends it. */
export function OpeningVideo({ request, title, onEnd }: { request: PlayRequest; title: string; onEnd: () => void }) {
  const { programId, programGuid } = request
  const opening = useMemo(
    () => ({ programId, programGuid, kind: 'opening' as const, start: 0 }),
    [programId, programGuid],
  )
  const [playback, setPlayback] = useState<Playback | null>(null)
  useLayoutEffect(() => {
    const made = createPlayback(opening)
    // oxlint-disable-next-line react/set-state-in-effect -- a playback is an external resource that is acquired and released with the screen
    setPlayback(made)
    return () => made.destroy()
  }, [opening])
  return playback && <Shown playback={playback} title={title} onEnd={onEnd} />
}

function Shown({ playback, title, onEnd }: { playback: Playback; title: string; onEnd: () => void }) {
  const text = useText('player')
  const box = useRef<HTMLDivElement>(null)
  const ended = useRef(onEnd)
  const needsClick = useStore(playback.state, (now) => now.needsClick)
  useLayoutEffect(() => {
    ended.current = onEnd
  })
  useLayoutEffect(() => {
    const { video, state } = playback
    const end = () => ended.current()
    const endOnFailure = () => {
      if (state.get().failure) end()
    }
    box.current?.append(video)
    video.addEventListener('ended', end)
    const unsubscribe = state.subscribe(endOnFailure)
    playback.start(0)
    return () => {
      video.removeEventListener('ended', end)
      unsubscribe()
    }
  }, [playback])
  return (
    <section className={classNames(styles.opening, 'night')} aria-label={text.openingOf(title)}>
      <div ref={box} className={styles.video} />
      <div className={styles.buttons}>
        {needsClick ? (
          <Button look="primary" icon={<PlayIcon size={18} />} onClick={playback.play}>
            {text.pressToPlay}
          </Button>
        ) : null}
        <Button ref={focusOnShow} icon={<SkipIcon size={18} />} onClick={onEnd}>
          {text.skipOpening}
        </Button>
      </div>
    </section>
  )
}
