import type { ComponentType, ReactNode } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import { type Campaign, type CampaignBlock, campaign } from '#contract/campaigns.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { isNotFound } from '#web/kit/envelope.ts'
import { formatMoment } from '#web/kit/format-day.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ClockIcon, PeopleIcon } from '#web/ui/feature-icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { Block } from './campaign-blocks.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { mainBlock } from './main-block.rules.ts'
import styles from './campaign-screen.module.css'

/** The campaign that is shown without a code name: the one of SPEC's tab. */
const DEFAULT_CODE_NAME = 'STUDENT_REVIEW'

export interface CodeFormProps {
  /** Above the field, in the same panel. */
  head: ReactNode
  /** Whether its button is the main one of the page. */
  isMain: boolean
}

interface ScreenProps {
  /** Enters a code, shows what it gives, and redeems it. */
  CodeForm: ComponentType<CodeFormProps>
}

/** `/campaign-site?codeName=…`: a page that operators compose of blocks (DESIGN, picture 25). */
export function CampaignScreen({ CodeForm }: ScreenProps) {
  const { search } = useLocation()
  const codeName = new URLSearchParams(search).get('codeName') || DEFAULT_CODE_NAME
  const page = useCall(campaign, { codeName })
  const { unknown } = useText('campaigns')
  usePageTitle(page.data?.title ?? (isNotFound(page.error) ? unknown.title : ''))
  return (
    <div className={styles.screen}>
      {page.data ? <Page key={page.data.codeName} page={page.data} CodeForm={CodeForm} /> : <Missing page={page} />}
    </div>
  )
}

/** Loading, unknown, of another region, failed. */
function Missing({ page }: { page: ReturnType<typeof useCall<typeof campaign>> }) {
  const text = useText('campaigns')
  const { site } = useShellText()
  const { error } = page
  if (!error) return <Waiting label={text.loading} size="xl" />
  const toHome = { label: text.unknown.home, href: paths.home() }
  if (isNotFound(error))
    return <ErrorPanel isScreen tone="plain" title={text.unknown.title} text={text.unknown.text} action={toHome} />
  if (error.code === '403')
    return <ErrorPanel isScreen tone="plain" title={text.region} text={error.message} action={toHome} />
  return (
    <ErrorPanel
      isScreen
      title={text.failed}
      text={error.message}
      action={{ label: site.retry, onClick: () => void page.refetch() }}
    />
  )
}

type Beside = Extract<CampaignBlock, { kind: 'form' | 'code' }>
type InColumn = Exclude<CampaignBlock, Beside>
const isBeside = (block: CampaignBlock): block is Beside => block.kind === 'form' || block.kind === 'code'
const isInColumn = (block: CampaignBlock): block is InColumn => !isBeside(block)

function Page({ page, CodeForm }: ScreenProps & { page: Campaign }) {
  const beside = page.blocks.filter(isBeside)
  const column = page.blocks.filter(isInColumn)
  const main = mainBlock(page.blocks)
  const hasAside = beside.length > 0 || page.state !== 'running'
  return (
    <div className={styles.page} data-aside={hasAside ? '' : undefined}>
      <div className={styles.column}>
        <Hero page={page} beside={beside} />
        {column.map((block, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a block is its place
          <Block key={at} block={block} isMain={block === main} />
        ))}
      </div>
      {hasAside ? (
        <div className={styles.aside}>
          {page.state === 'running' ? null : <Closed page={page} />}
          {beside.map((block) =>
            block.kind === 'form' ? (
              <CampaignForm key="form" codeName={page.codeName} form={block} />
            ) : (
              <section key="code" id="campaign-code" className={styles.code} tabIndex={-1} aria-label={block.title}>
                <CodeForm head={<CodeHead block={block} />} isMain={block === main} />
              </section>
            ),
          )}
        </div>
      ) : null}
    </div>
  )
}

function CodeHead({ block: { title, text } }: { block: Extract<CampaignBlock, { kind: 'code' }> }) {
  return (
    <div>
      <h2 className={styles.panelTitle}>{title}</h2>
      {text ? <p className={styles.panelText}>{text}</p> : null}
    </div>
  )
}

function Hero({ page, beside }: { page: Campaign; beside: readonly Beside[] }) {
  const text = useText('campaigns')
  const { language } = useCallContext()
  const { kicker, title, lead, audience, imageURL, imagePreview, state, startsAt, endsAt } = page
  const when =
    state === 'upcoming' && startsAt
      ? text.from(formatMoment(startsAt, language))
      : endsAt
        ? text.until(formatMoment(endsAt, language))
        : ''
  const [first] = beside
  return (
    <header className={styles.hero}>
      {imageURL ? (
        <span className={styles.art} aria-hidden="true">
          <ResponsiveImage
            src={imageURL}
            alt=""
            preview={imagePreview}
            sizes="(min-width: 848px) 800px, 100vw"
            priority="high"
            from={640}
          />
        </span>
      ) : null}
      <div className={styles.about}>
        {kicker ? <p className={styles.kicker}>{kicker}</p> : null}
        <h1 className={styles.title}>{title}</h1>
        {lead ? <p className={styles.lead}>{lead}</p> : null}
        <ul className={styles.facts}>
          {when ? (
            <li>
              <ClockIcon size={16} />
              {when}
            </li>
          ) : null}
          {audience ? (
            <li>
              <PeopleIcon size={16} />
              {audience}
            </li>
          ) : null}
        </ul>
        {first ? (
          <Button
            className={styles.jump}
            onClick={() => goTo(first.kind === 'form' ? ['campaign-form', 'campaign-sent'] : ['campaign-code'])}
          >
            {first.kind === 'form' ? text.toForm : text.toCode}
          </Button>
        ) : null}
      </div>
    </header>
  )
}

/** The first of these parts that is there; the site's addresses have no anchors. */
function goTo(ids: readonly string[]): void {
  const part = ids.map((id) => document.getElementById(id)).find(Boolean)
  part?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'start' })
}

/** Not open yet, or over. */
function Closed({ page: { state, startsAt, endedText } }: { page: Campaign }) {
  const { upcoming, ended } = useText('campaigns')
  const { language } = useCallContext()
  if (state === 'upcoming')
    return (
      <section className={styles.panel}>
        <h2 className={styles.panelTitle}>{upcoming.title}</h2>
        <p className={styles.panelText}>{startsAt ? upcoming.text(formatMoment(startsAt, language)) : ''}</p>
        <Button href={paths.home()}>{ended.home}</Button>
      </section>
    )
  return (
    <section className={styles.panel}>
      <h2 className={styles.panelTitle}>{ended.title}</h2>
      <p className={styles.panelText}>{endedText || ended.text}</p>
      <Button href={paths.home()}>{ended.home}</Button>
    </section>
  )
}
