import { giftCardList } from '#contract/codes.ts'
import { endpointUrl, type OutputOf } from '#contract/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { formatDay, formatMoment } from '#web/kit/format-day.ts'
import { formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { usePages } from '#web/kit/use-pages.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { requestLogin } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { GiftCardThumbnail } from '#web/ui/gift-card-art.tsx'
import { CopyIcon, GiftIcon } from '#web/ui/feature-icons.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import styles from './gift-card-screen.module.css'

type BoughtPage = OutputOf<typeof giftCardList>
type BoughtCard = BoughtPage['list'][number]

const BOUGHT = endpointUrl(giftCardList)
const PAGE_SIZE = 20

/** The gift cards that the member bought, each with its code until it is redeemed. */
export function BoughtList() {
  const { mine: text } = useText('giftCards')
  const isVisitor = useSession().token === undefined
  const there = paths.giftCard('mine').slice(1)
  return (
    <section className={styles.card}>
      <h2 className={styles.subtitle}>{text.title}</h2>
      <p className={styles.text}>{text.text}</p>
      {isVisitor ? (
        <ErrorPanel
          tone="plain"
          icon={<GiftIcon size={26} />}
          title={text.login}
          action={{ label: text.loginAction, onClick: () => requestLogin({ kind: 'go', to: there }, there) }}
        />
      ) : (
        <Cards />
      )}
    </section>
  )
}

function Cards() {
  const { mine: text } = useText('giftCards')
  const { site } = useShellText()
  const { language } = useCallContext()
  const pages = usePages<BoughtPage>(BOUGHT, { pageSize: PAGE_SIZE })
  const list = pages.data?.pages.flatMap((page) => page.list) ?? []
  const total = pages.data?.pages[0]?.total ?? 0
  const shownList = (
    <PagedList
      pages={pages}
      count={list.length}
      text={text}
      labels={site}
      icon={<GiftIcon size={26} />}
      shown={
        total > PAGE_SIZE ? text.shown(formatNumber(list.length, language), formatNumber(total, language)) : undefined
      }
    >
      <ul className={styles.list}>
        {list.map((card) => (
          <BoughtLine key={card.outTradeNo} card={card} />
        ))}
      </ul>
    </PagedList>
  )
  // An empty list is as high as its spinner, so that what is below does not move.
  return list.length === 0 ? <div className={styles.empty}>{shownList}</div> : shownList
}

function BoughtLine({ card: { title, state, code, design, recipient, boughtAt, expiresAt } }: { card: BoughtCard }) {
  const { mine: text, states } = useText('giftCards')
  const { language } = useCallContext()
  return (
    <li className={styles.line}>
      <span className={styles.lineArt}>
        <GiftCardThumbnail design={design} />
      </span>
      <div className={styles.lineText}>
        <p className={styles.item}>{title}</p>
        <p className={styles.note}>
          {joinFacts(
            [recipient ? text.to(recipient) : text.self, text.bought(formatDay(boughtAt, language))],
            language,
          )}
        </p>
        {state === 'unused' ? <p className={styles.note}>{text.until(formatMoment(expiresAt, language))}</p> : null}
      </div>
      <p className={styles.state} data-state={state}>
        {states[state]}
      </p>
      {code ? <Code code={code} /> : null}
    </li>
  )
}

function Code({ code }: { code: string }) {
  const { mine: text } = useText('giftCards')
  return (
    <p className={styles.code}>
      <span className="visually-hidden">{text.code}</span>
      <span className={styles.codeText}>{code}</span>
      <Button
        size="s"
        icon={<CopyIcon size={18} />}
        onClick={() => void copyText(code, { done: text.copied, failed: text.copyFailed })}
      >
        {text.copy}
      </Button>
    </p>
  )
}
