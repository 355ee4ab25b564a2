import { useEffect, useState } from 'react'
import type { Program } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { useTrailersPlay } from '#web/viewer/cards/trailer-setting.ts'
import { useTitleFont } from '#web/viewer/cards/use-title-font.ts'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { TrailerVideo } from '#web/ui/trailer-video.tsx'
import styles from './detail-header.module.css'

/** The delay before the trailer preview plays. */
const PREVIEW_AFTER_MS = 1000

/** Key art with the muted trailer preview, and the title in the display font. Screen readers get the dialog's heading. */
export function DetailHeader({ program }: { program: Program }) {
  const { language } = useCallContext()
  useTitleFont(program.titleFontURL)
  return (
    <div className={styles.header}>
      <ResponsiveImage src={program.artImageURL} alt="" sizes="(min-width: 1048px) 1000px, 100vw" priority="high" />
      {program.trailer?.previewURL ? <Preview key={program.programId} src={program.trailer.previewURL} /> : null}
      <div className={styles.text}>
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

/** The trailer preview after a delay; the image stays where trailers do not play by themselves. */
function Preview({ src }: { src: string }) {
  const text = useText('detail')
  const plays = useTrailersPlay()
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (!plays) return
    const timer = setTimeout(() => setDue(true), PREVIEW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [plays])
  if (!due || !plays) return null
  return <TrailerVideo src={src} className={styles.preview} soundClassName={styles.sound} labels={text} iconSize={22} />
}
