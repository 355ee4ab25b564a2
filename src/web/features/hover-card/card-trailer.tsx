import { useEffect, useRef, useState } from 'react'
import type { ProgramCard } from '#contract/programs.ts'
import type { DetailText } from '#text/zh_HK/detail.ts'
import { useCallContext } from '#web/lib/call-context.ts'
import { formatClock } from '#web/lib/format.ts'
import { useReducedMotion } from '#web/lib/media-query.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MutedIcon, VolumeIcon } from '#web/ui/icons.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './hover-card.module.css'

/** The art, and over it the trailer's small file as soon as it moves: without sound until asked for. With reduced motion the art stays. */
export function CardTrailer({ program, text }: { program: ProgramCard; text: DetailText }) {
  const { language } = useCallContext()
  const still = useReducedMotion()
  const video = useRef<HTMLVideoElement>(null)
  const [length, setLength] = useState(0)
  const [moving, setMoving] = useState(false)
  const [muted, setMuted] = useState(true)
  const src = still ? undefined : program.trailer?.previewURL
  useEffect(() => {
    const element = video.current
    if (!element) return
    // React leaves `muted` out of the markup, and only a muted film may begin by itself.
    element.muted = muted
    if (element.paused && !element.ended) element.play().catch(() => {})
  }, [muted])
  return (
    <div className={styles.art}>
      <Picture src={program.artImageURL} alt="" title={program.title} sizes="400px" to={960} priority="eager" />
      {src ? (
        <video
          ref={video}
          className={styles.video}
          data-moving={moving || undefined}
          src={src}
          muted
          playsInline
          disablePictureInPicture
          preload="auto"
          tabIndex={-1}
          aria-hidden="true"
          onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
          onPlaying={() => setMoving(true)}
          onEnded={() => setMoving(false)}
          onError={() => setMoving(false)}
        />
      ) : null}
      {moving ? (
        <>
          <span className={styles.clock}>{text.previewOf(formatClock(length))}</span>
          <IconButton
            className={styles.sound}
            look="disc"
            label={muted ? text.unmute : text.mute}
            icon={muted ? <MutedIcon /> : <VolumeIcon />}
            onClick={() => setMuted(!muted)}
          />
        </>
      ) : null}
      <div className={styles.words}>
        <p className={styles.title}>{program.title}</p>
        {program.otherTitle ? (
          <p className={styles.other} lang={language === 'zh_HK' ? 'en' : 'zh-HK'}>
            {program.otherTitle}
          </p>
        ) : null}
      </div>
    </div>
  )
}
