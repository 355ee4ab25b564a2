import { show } from '#contract/admin/customers.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { formatDay } from '#web/kit/format-day.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { useLocation } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { useText } from '#web/kit/text.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { PersonIcon } from '#web/ui/feature-icons.tsx'
import { ChevronRightIcon, LockIcon, WarningIcon } from '#web/ui/icons.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { NoRecord } from '../../shell/waiting.tsx'
import { Notice } from '../../widgets/notice.tsx'
import { Actions } from './actions.tsx'
import { CreditsPanel } from './credits-panel.tsx'
import type { Customer as CustomerData } from './customer.ts'
import { CustomerStates } from './customer-states.tsx'
import styles from './customers.module.css'
import { IdentityPanel } from './identity-panel.tsx'
import { Notes } from './notes.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { Records } from './records.tsx'

/** One customer, masked; its tab is in the address. */
export function Customer() {
  const text = useText('consoleCustomers')
  const { pathname } = useLocation()
  const accountId = pathParams(PATHS.customer, plainPath(pathname))?.accountId ?? ''
  const shown = useRead(show, { accountId })
  usePageTitle(shown.data?.name ?? text.identity.title)
  if (shown.data) return <CustomerPage key={accountId} customer={shown.data} />
  return (
    <NoRecord
      read={shown}
      icon={<PersonIcon size={22} />}
      title={text.missing}
      text={text.missingText}
      action={{ label: text.toSearch, href: href(PATHS.customers) }}
    />
  )
}

function CustomerPage({ customer }: { customer: CustomerData }) {
  const me = useMe()
  const mayChange = me !== undefined && hasRole(me, ['care']) && !customer.isOwn
  return (
    <div className={styles.page}>
      <Head customer={customer} />
      <Notices customer={customer} mayChange={mayChange} />
      <div className={styles.columns}>
        <div className={styles.content}>
          <div className={styles.facts}>
            <IdentityPanel customer={customer} mayReveal={me !== undefined && hasRole(me, ['care'])} />
            <div className={styles.money}>
              <PlanPanel plan={customer.plan} />
              <CreditsPanel customer={customer} />
            </div>
          </div>
          <Records customer={customer} mayChange={mayChange} />
        </div>
        <aside className={styles.aside}>
          {mayChange ? <Actions customer={customer} /> : null}
          <Notes customer={customer} mayAdd={mayChange} />
        </aside>
      </div>
    </div>
  )
}

function Head({ customer }: { customer: CustomerData }) {
  const text = useText('consoleCustomers')
  const shell = useShellText()
  const { language } = useCallContext()
  const { accountId, name, since, partner, isBlocked, closesAt, signInLockedUntil, heldUntil } = customer
  return (
    <header className={styles.head}>
      <nav className={styles.path} aria-label={shell.screens.customers}>
        <a href={href(PATHS.customers)}>{shell.screens.customers}</a>
        <ChevronRightIcon size={14} />
        <span>{accountId}</span>
      </nav>
      <div className={styles.line}>
        <h1 className={styles.name}>{name}</h1>
        <CustomerStates
          isBlocked={isBlocked}
          isClosing={closesAt !== null}
          lockedUntil={signInLockedUntil}
          heldUntil={heldUntil}
        />
        <span className={styles.fact}>{text.since(formatDay(since, language))}</span>
        <span className={styles.fact}>{text.partner(partner)}</span>
      </div>
    </header>
  )
}

function Notices({ customer, mayChange }: { customer: CustomerData; mayChange: boolean }) {
  const text = useText('consoleCustomers')
  const { language } = useCallContext()
  const { closesAt, heldUntil, newNumber, isOwn } = customer
  return (
    <>
      {isOwn ? (
        <Notice tone="warn" icon={<LockIcon size={18} />}>
          {text.own}
        </Notice>
      ) : null}
      {!mayChange && !isOwn ? <Notice icon={<LockIcon size={18} />}>{text.readOnly}</Notice> : null}
      {newNumber ? (
        <Notice tone="warn" icon={<WarningIcon size={18} />}>
          {text.newNumber(newNumber.maskedNumber, formatInstant(newNumber.dueAt, language))}
        </Notice>
      ) : null}
      {closesAt ? (
        <Notice tone="warn" icon={<WarningIcon size={18} />}>
          {heldUntil
            ? text.heldClosing(formatInstant(heldUntil, language))
            : text.closes(formatInstant(closesAt, language))}
        </Notice>
      ) : null}
    </>
  )
}
