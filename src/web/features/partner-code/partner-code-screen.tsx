import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { TELECOM_PARTNERS, type TelecomPartner } from '#contract/telecom-partners.ts'
import { InLanguage } from '#web/kit/in-language.tsx'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { ShellTextContext, useShellTextIn } from '#web/viewer/text/shell-text.ts'
import { PanelSkeleton } from '#web/ui/panel.tsx'
import { type Bound, PartnerCodeForm } from './partner-code-form.tsx'
import styles from './partner-code-screen.module.css'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useGrantLines } from '#web/viewer/codes/use-grants.ts'
import { Button } from '#web/ui/button.tsx'
import { ResultActions, ResultCard, ResultFacts } from '#web/ui/result-card.tsx'

/** `/hgcCode`: binds the account to a telecom partner. `/hgcCode_en` is the same in English, whatever the stored language is. */
export function PartnerCodeScreen() {
  const { pathname } = useLocation()
  const isEnglish = pathname.replace(/\/+$/, '') === PATHS.hgcCodeEn
  return isEnglish ? (
    <InEnglish>
      <Screen />
    </InEnglish>
  ) : (
    <Screen />
  )
}

function InEnglish({ children }: { children: ReactNode }) {
  const shellText = useShellTextIn('en_US')
  return (
    <ShellTextContext value={shellText}>
      <InLanguage language="en_US">{children}</InLanguage>
    </ShellTextContext>
  )
}

function Screen() {
  const text = useText('partnerCode')
  const isMember = useSession().token !== undefined
  // Here, since the account is another partner's from then on.
  const [bound, setBound] = useState<{ bound: Bound; partner: TelecomPartner }>()
  const onBound = (answer: Bound, partner: TelecomPartner) => setBound({ bound: answer, partner })
  usePageTitle(text.title)
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{text.title}</h1>
      <p className={styles.text}>{text.text}</p>
      {bound ? (
        <BoundResult {...bound} />
      ) : isMember ? (
        <ForMember onBound={onBound} />
      ) : (
        <PartnerCodeForm account={undefined} onBound={onBound} />
      )}
    </div>
  )
}

/** A member who is bound already enters further codes of the same partner. */
function ForMember({ onBound }: { onBound: (bound: Bound, partner: TelecomPartner) => void }) {
  const { already: text, partners } = useText('partnerCode')
  const account = useAccount()
  const profile = account.data?.profile
  const bound = TELECOM_PARTNERS.find((partner) => partner === profile?.partner)
  // Whether it is bound decides what the form asks.
  if (account.isPending) return <PanelSkeleton lines={14} />
  if (!bound) return <PartnerCodeForm account={profile} onBound={onBound} />
  return (
    <>
      <div className={styles.bound}>
        <h2 className={styles.subtitle}>{text.title(partners[bound])}</h2>
        <p className={styles.text}>{text.text(partners[bound])}</p>
      </div>
      <PartnerCodeForm account={profile} boundTo={bound} onBound={onBound} />
    </>
  )
}

/** What the code of the partner gave, and what the account has now. */
function BoundResult({ bound: { tickets, grants }, partner }: { bound: Bound; partner: TelecomPartner }) {
  const { done: text, partners } = useText('partnerCode')
  const { language } = useCallContext()
  const lines = useGrantLines(grants)
  return (
    <ResultCard tone="paid" kicker={text.kicker} title={text.title(partners[partner])}>
      <ResultFacts
        facts={[
          ...lines.map(({ what, until }) => ({ label: what, value: until })),
          { label: text.tickets, value: text.count(formatNumber(tickets, language)) },
        ]}
      />
      <ResultActions>
        <Button size="l" look="primary" href={paths.home()}>
          {text.watch}
        </Button>
        <Button size="l" href={paths.setup()}>
          {text.toSetup}
        </Button>
      </ResultActions>
    </ResultCard>
  )
}
