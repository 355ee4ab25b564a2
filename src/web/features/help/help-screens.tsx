import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react'
import { type ArticleValues, fillIn } from '#web/kit/article-model.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDay } from '#web/kit/format-day.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { useLocation, useSearchParams } from '#web/kit/router.tsx'
import { useText } from '#web/kit/text.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CreditIcon, PeopleIcon, ReceiptIcon } from '#web/ui/feature-icons.tsx'
import { ChevronDownIcon, CloseIcon, LockIcon, PhoneIcon, PlayIcon, SearchIcon, WarningIcon } from '#web/ui/icons.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { ArticleBlocks } from '#web/viewer/articles/article-blocks.tsx'
import { useArticleValues } from '#web/viewer/articles/article-values.ts'
import { useArticle } from '#web/viewer/articles/load-articles.ts'
import { useArticleLink } from '#web/viewer/articles/use-article-link.ts'
import { HELP_ERROR, helpErrorLink } from '#web/viewer/navigation/help-links.ts'
import { paths, PATHS } from '#web/viewer/navigation/paths.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import {
  anchorOf,
  closestHelp,
  errorsOf,
  type HelpEntry,
  inTheirCharacters,
  knownEntries,
  questionsOf,
  searchHelp,
} from './help-search.rules.ts'
import { SelfTest } from './self-test.tsx'
import { Screen } from '#web/ui/screen.tsx'
import styles from './help-screens.module.css'

/** SPEC 1 and 9: questions with a search, error codes, the device test. Its state is in the address. */
function HelpScreen({ path }: { path: string }) {
  const values = useArticleValues()
  const { site } = useShellText()
  return (
    <HelpFrame path={path}>{values ? <Help values={values} /> : <Waiting label={site.loading} size="xl" />}</HelpFrame>
  )
}

/** The account's screens have a frame of their own around it. */
function HelpFrame({ path, children }: { path: string; children: ReactNode }) {
  if (path === PATHS.setupHelpCenter) return <div className={styles.inAccount}>{children}</div>
  return (
    <Screen className={styles.helpScreenScreen} top="s" embedded={path === PATHS.mobileHelpCenter}>
      {children}
    </Screen>
  )
}

function Help({ values }: { values: ArticleValues }) {
  const text = useText('help')
  const help = useArticle('help')
  const errors = useArticle('errors')
  const [query, setQuery] = useSearchParams()
  const keyword = query.get('keyword') ?? ''
  const searched = useDeferredValue(keyword)
  const topics = [...help.sections, { id: 'errors', heading: text.errors }].map(({ id, heading }) => ({ id, heading }))
  const entries = knownEntries([...questionsOf(help), ...errorsOf(errors)], values)
  const topic = topics.find(({ id }) => id === query.get('topic')) ?? topics[0]!
  const isSearch = searched.trim() !== ''
  const wanted = inTheirCharacters(searched, [help, errors])
  const exact = isSearch ? searchHelp(entries, wanted, values) : entries.filter((entry) => entry.topic === topic.id)
  const found = exact.length > 0 ? exact : closestHelp(entries, { keyword: wanted, fillers: text.fillers }, values)
  const change = (changes: Record<string, string>) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(changes))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true },
    )
  return (
    <>
      <div className={styles.main}>
        <h1 className={styles.helpScreenTitle}>{text.title}</h1>
        <SearchField
          keyword={keyword}
          count={found.length}
          onChange={(next) => change({ keyword: next, article: '' })}
        />
        <Topics
          label={text.topics}
          topics={topics.map(({ id, heading }) => ({
            id,
            heading,
            count: text.count(entries.filter((entry) => entry.topic === id).length),
          }))}
          current={isSearch ? undefined : topic.id}
          onChoose={(id) => change({ topic: id, keyword: '', article: '' })}
        />
        <section aria-label={isSearch ? text.resultsOf(searched.trim()) : topic.heading}>
          <div className={styles.head}>
            <h2 className={styles.heading}>{isSearch ? text.resultsOf(searched.trim()) : topic.heading}</h2>
            <span className={styles.count}>{text.count(found.length)}</span>
          </div>
          {exact.length === 0 && found.length > 0 ? <p className={styles.closest}>{text.closest}</p> : null}
          {found.length > 0 ? (
            <AnswerList
              entries={found}
              values={values}
              open={query.get('article') ?? undefined}
              onOpen={(id) => change({ article: id })}
              updated={help.updated}
            />
          ) : (
            <div className={styles.none}>
              <p className={styles.noneTitle}>{text.none}</p>
              <p>{text.noneText}</p>
            </div>
          )}
        </section>
      </div>
      <SelfTest title={fillIn(text.test.title, values)} isWanted={query.get('test') !== null} />
    </>
  )
}

interface SearchFieldProps {
  keyword: string
  count: number
  onChange: (keyword: string) => void
}

/** Searches on each change, but not during input method composition. */
function SearchField({ keyword, count, onChange }: SearchFieldProps) {
  const text = useText('help')
  const ref = useRef<HTMLInputElement>(null)
  return (
    <search className={styles.search}>
      <SearchIcon size={22} />
      <input
        ref={ref}
        className={styles.input}
        type="search"
        name="keyword"
        aria-label={text.search}
        placeholder={text.placeholder}
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={keyword}
        onInput={(event) => {
          if (!(event.nativeEvent as InputEvent).isComposing) onChange(event.currentTarget.value)
        }}
        onCompositionEnd={(event) => onChange(event.currentTarget.value)}
      />
      <output className={styles.found}>{keyword.trim() ? text.found(count) : ''}</output>
      {keyword ? (
        <button
          type="button"
          className={styles.clear}
          aria-label={text.clear}
          onClick={() => {
            if (ref.current) ref.current.value = ''
            onChange('')
            ref.current?.focus()
          }}
        >
          <CloseIcon size={20} />
        </button>
      ) : null}
    </search>
  )
}

const ICONS: Readonly<Record<string, ReactNode>> = {
  account: <LockIcon />,
  payments: <ReceiptIcon />,
  credits: <CreditIcon />,
  playback: <PlayIcon />,
  family: <PeopleIcon />,
  devices: <PhoneIcon />,
  errors: <WarningIcon />,
}

interface Topic {
  id: string
  heading: string
  count: string
}

interface TopicsProps {
  label: string
  topics: readonly Topic[]
  current: string | undefined
  onChoose: (id: string) => void
}

function Topics({ label, topics, current, onChoose }: TopicsProps) {
  return (
    <ul className={styles.topics} aria-label={label}>
      {topics.map(({ id, heading, count }) => (
        <li key={id}>
          <button type="button" className={styles.topic} aria-pressed={id === current} onClick={() => onChoose(id)}>
            <span className={styles.icon}>{ICONS[id]}</span>
            <span>
              <span className={styles.topicsHeading}>{heading}</span>
              <span className={styles.topicsCount}>{count}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface AnswerListProps {
  entries: readonly HelpEntry[]
  values: ArticleValues
  open: string | undefined
  onOpen: (id: string) => void
  /** `2000-01-01`. */
  updated: string
}

function AnswerList({ entries, open, ...rest }: AnswerListProps) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.part.id}>
          <Answer {...rest} entry={entry} isOpen={entry.part.id === open} />
        </li>
      ))}
    </ul>
  )
}

type AnswerProps = Omit<AnswerListProps, 'entries' | 'open'> & { entry: HelpEntry; isOpen: boolean }

function Answer({ entry: { part, code }, values, isOpen, onOpen, updated }: AnswerProps) {
  const text = useText('help')
  const { language } = useCallContext()
  const linkOf = useArticleLink()
  const link = code && linkOf(helpErrorLink(code))
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The address may name an answer below the fold.
    if (isOpen && !wasOpen.current) ref.current?.scrollIntoView({ block: 'nearest' })
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <div ref={ref} className={classNames(styles.answer, isOpen && styles.open)}>
      <h3>
        <button
          type="button"
          className={styles.question}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(isOpen ? '' : part.id)}
        >
          <span>
            {code ? <span className={styles.helpScreenCode}>{code}</span> : null}
            {fillIn(part.heading, values)}
          </span>
          <span className={styles.arrow}>
            <ChevronDownIcon size={20} />
          </span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className={styles.body}>
        {isOpen ? (
          <>
            <ArticleBlocks blocks={part.blocks} values={values} />
            <p className={styles.foot}>
              {code && link ? (
                <a className={styles.link} href={link}>
                  {text.code(code)}
                </a>
              ) : null}
              <span className={styles.updated}>{text.updated(formatDay(updated, language))}</span>
            </p>
          </>
        ) : null}
      </div>
    </div>
  )
}

export function HelpScreens() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  const code = pathParams(HELP_ERROR, path)?.code
  if (code) return <ErrorScreen code={decoded(code)} />
  return <HelpScreen path={path} />
}

/** Malformed paths stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const CODE_MAX = 40

/** `/help/error/{code}`. */
function ErrorScreen({ code }: { code: string }) {
  const text = useText('help')
  const { site } = useShellText()
  const values = useArticleValues()
  const found = errorsOf(useArticle('errors')).find(({ part }) => part.id === anchorOf(code))
  const shown = text.code(found?.code ?? code.slice(0, CODE_MAX))
  usePageTitle(shown)
  if (!values) {
    return (
      <Screen className={styles.screen} top="l">
        <Waiting label={site.loading} />
      </Screen>
    )
  }
  return (
    <Screen className={styles.screen} top="l">
      <p className={styles.code}>{found ? shown : text.errors}</p>
      <h1 className={styles.title}>{found ? fillIn(found.part.heading, values) : shown}</h1>
      {found ? (
        <ArticleBlocks blocks={found.part.blocks} values={values} />
      ) : (
        <p className={styles.unknown}>{text.unknownText}</p>
      )}
      <div className={styles.actions}>
        <Button look="primary" href={paths.route(PATHS.help)}>
          {text.toHelp}
        </Button>
        <Button href={paths.route(PATHS.contact)}>{text.contact.link}</Button>
        <Button look="text" href={paths.home()}>
          {text.toHome}
        </Button>
      </div>
    </Screen>
  )
}
