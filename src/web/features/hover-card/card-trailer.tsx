import type { ProgramCard } from '#contract/programs.ts'
import type { DetailText } from '#text/zh_HK/detail.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatClock } from '#web/kit/format.ts'
import { useTrailersPlay } from '#web/viewer/cards/trailer-setting.ts'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { TrailerVideo } from '#web/ui/trailer-video.tsx'
import styles from './hover-card.module.css'

/** The image, replaced by the muted trailer preview once it plays. The image stays where trailers do not play by themselves. */
export function CardTrailer({ program, text }: { program: ProgramCard; text: DetailText }) {
  const { language } = useCallContext()
  const src = useTrailersPlay() ? program.trailer?.previewURL : undefined
  return (
    <div className={styles.art}>
      <ResponsiveImage src={program.artImageURL} alt="" title={program.title} sizes="400px" to={960} priority="eager" />
      {src ? (
        <TrailerVideo src={src} className={styles.video} soundClassName={styles.sound} labels={text}>
          {(length) => <span className={styles.clock}>{text.previewOf(formatClock(length))}</span>}
        </TrailerVideo>
      ) : null}
      <div className={styles.text}>
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
