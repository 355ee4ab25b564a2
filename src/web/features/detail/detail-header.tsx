import { useEffect, useRef, useState } from 'react'
import type { Program } from '#contract/programs.ts'
import { useCallContext } from '#web/lib/call-context.ts'
import { useReducedMotion } from '#web/lib/media-query.ts'
import { useTitleFont } from '#web/lib/title-font.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MutedIcon, VolumeIcon } from '#web/ui/icons.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './detail-header.module.css'
import { useDetailText } from './detail-text.ts'

/** How long the art stands before the trailer moves. */
const PREVIEW_AFTER_MS = 1000

/** Key art, the trailer moving in it without sound, and the title in the display face. The dialog's own heading is what is read aloud. */
export function DetailHeader({ program }: { program: Program }) {
  const { language } = useCallContext()
  useTitleFont(program.titleFontURL)
  return (
    <div className={styles.header}>
      <Picture src={program.artImageURL} alt="" sizes="(min-width: 1048px) 1000px, 100vw" priority="high" />
      {program.trailer?.previewURL ? <Preview key={program.programId} src={program.trailer.previewURL} /> : null}
      <div className={styles.words}>
        <p className={styles.title} aria-hidden="true">
          {program.title}
        </p>
        {program.otherTitle ? (
          <p className={styles.other} lang={language === 'zh_HK' ? 'en' : 'zh-HK'}>
            {program.otherTitle}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** The trailer's small file: muted until asked otherwise; the art shows again at its end. */
function Preview({ src }: { src: string }) {
  const text = useDetailText()
  const still = useReducedMotion()
  const video = useRef<HTMLVideoElement>(null)
  const [due, setDue] = useState(false)
  const [moving, setMoving] = useState(false)
  const [muted, setMuted] = useState(true)
  useEffect(() => {
    if (still) return
    const timer = setTimeout(() => setDue(true), PREVIEW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [still])
  useEffect(() => {
    const element = video.current
    if (!element) return
    // React leaves `muted` out of the markup, and only a muted film may begin by itself.
    element.muted = muted
    if (due && element.paused) element.play().catch(() => {})
  }, [due, muted])
  if (!due) return null
  return (
    <>
      <video
        ref={video}
        className={styles.preview}
        data-moving={moving || undefined}
        src={src}
        muted
        playsInline
        disablePictureInPicture
        preload="auto"
        tabIndex={-1}
        aria-hidden="true"
        onPlaying={() => setMoving(true)}
        onEnded={() => setMoving(false)}
        onError={() => setMoving(false)}
      />
      {moving ? (
        <IconButton
          className={styles.sound}
          look="disc"
          label={muted ? text.unmute : text.mute}
          icon={muted ? <MutedIcon size={22} /> : <VolumeIcon size={22} />}
          onClick={() => setMuted(!muted)}
        />
      ) : null}
    </>
  )
}
