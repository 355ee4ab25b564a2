import { type CSSProperties, useState } from 'react'
import type { CampaignBlock } from '#contract/campaigns.ts'
import type { ProgramCard } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { cardOf } from '#web/viewer/cards/card-presenter.ts'
import { cardRef } from '#web/viewer/cards/card-targets.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { PriceBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FilmIcon, PlayIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { TitleCard } from '#web/ui/title-card.tsx'
import { TrailerVideo } from '#web/ui/trailer-video.tsx'
import { linkProps } from './link-list.tsx'
import { rowColumns } from './row-columns.rules.ts'
import styles from './campaign-blocks.module.css'

type OfKind<K extends CampaignBlock['kind']> = Extract<CampaignBlock, { kind: K }>
/** The blocks of the column; a form and a code stand beside it. */
type ColumnBlock = Exclude<CampaignBlock, { kind: 'form' | 'code' }>

const WIDTH = '(min-width: 848px) 800px, 100vw'

interface BlockProps {
  block: ColumnBlock
  /** Whether it has the main button of the page. */
  isMain: boolean
}

/** One block of the column. */
export function Block({ block, isMain }: BlockProps) {
  switch (block.kind) {
    case 'text':
      return <TextBlock block={block} isMain={isMain} />
    case 'image':
      return <ImageBlock block={block} />
    case 'video':
      return <VideoBlock block={block} />
    case 'rows':
      return <RowsBlock block={block} />
  }
}

function TextBlock({ block: { title, paragraphs, steps, links }, isMain }: { block: OfKind<'text'>; isMain: boolean }) {
  return (
    <section>
      {title ? <h2 className={styles.title}>{title}</h2> : null}
      {steps.length > 0 ? (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step.title}>
              <p className={styles.step}>{step.title}</p>
              {step.text ? <p className={styles.stepText}>{step.text}</p> : null}
            </li>
          ))}
        </ol>
      ) : null}
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className={styles.paragraph}>
          {paragraph}
        </p>
      ))}
      {links.length > 0 ? (
        <div className={styles.links}>
          {links.map(({ label, to }, at) => (
            <Button key={to} look={isMain && at === 0 ? 'primary' : 'secondary'} size="l" href={linkProps(to).href}>
              {label}
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  )
}

function ImageBlock({ block: { imageURL, imageAlt, caption, to } }: { block: OfKind<'image'> }) {
  const image = (
    <span className={styles.wide}>
      <ResponsiveImage src={imageURL} alt={imageAlt} sizes={WIDTH} from={320} />
    </span>
  )
  return (
    <figure className={styles.figure}>
      {to ? <a {...linkProps(to)}>{image}</a> : image}
      {caption ? <figcaption className={styles.caption}>{caption}</figcaption> : null}
    </figure>
  )
}

/** The trailer of a title: its small file here, the whole of it in the player. */
function VideoBlock({ block: { title, program } }: { block: OfKind<'video'> }) {
  const { video: text } = useText('campaigns')
  const [isPlaying, setPlaying] = useState(false)
  const { programId, programGuid, artImageURL, landscapeImageURL, trailer } = program
  const full = paths.play({ programId, programGuid, kind: 'trailer' })
  const preview = trailer?.previewURL
  return (
    <section>
      <h2 className={styles.title}>{title || text.title}</h2>
      <div className={styles.wide}>
        <ResponsiveImage src={artImageURL || landscapeImageURL} alt={program.title} sizes={WIDTH} from={320} />
        {isPlaying && preview ? (
          <TrailerVideo
            src={preview}
            className={styles.video}
            soundClassName={styles.sound}
            labels={{ mute: text.mute, unmute: text.unmute }}
          />
        ) : (
          <span className={styles.play}>
            {preview ? (
              <Button size="l" icon={<PlayIcon />} onClick={() => setPlaying(true)}>
                {text.play}
              </Button>
            ) : (
              <Button size="l" icon={<FilmIcon />} href={full}>
                {text.full}
              </Button>
            )}
          </span>
        )}
      </div>
      <p className={styles.under}>
        <span>{program.title}</span>
        {preview ? (
          <a className={styles.link} href={full}>
            {text.full}
          </a>
        ) : null}
      </p>
    </section>
  )
}

function RowsBlock({ block: { title, free, showLandscape, list } }: { block: OfKind<'rows'> }) {
  const text = useText('campaigns')
  const shape = showLandscape ? 'landscape' : 'portrait'
  const columns = { '--columns': rowColumns(list.length, shape) } as CSSProperties
  return (
    <section aria-label={title}>
      <div className={styles.rowHead}>
        <h2 className={styles.title}>{title}</h2>
        {free ? <PriceBadge kind="free" text={text.free} /> : null}
      </div>
      <ul className={styles.row} data-shape={shape} style={columns}>
        {list.map((program) => (
          <li key={program.programId}>
            <Card program={program} shape={shape} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Card({ program, shape }: { program: ProgramCard; shape: 'portrait' | 'landscape' }) {
  const { cards } = useShellText()
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  return (
    <TitleCard
      {...cardOf(program, shape, { text: cards, language })}
      ref={cardRef(program)}
      href={detailLink(program.programId)}
    />
  )
}
