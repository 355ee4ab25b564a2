import { useEffect, useState } from 'react'
import { LANGUAGES } from '#contract/languages.ts'
import { end } from '#contract/admin/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { changeLanguage, htmlLang } from '#web/kit/language.ts'
import { useNavigate } from '#web/kit/router.tsx'
import { LogoutIcon, PersonIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, ChevronDownIcon } from '#web/ui/icons.tsx'
import { useAdminClient } from '../client/admin-client.ts'
import { type Me, session } from '../client/session.ts'
import { HelpIcon, KeyboardIcon } from '../widgets/icons.ts'
import { hidePopoverOf, PopoverButton } from '../widgets/popover-button.tsx'
import { PATHS } from './paths.ts'
import { useShellText } from './shell-text.ts'
import styles from './top-bar.module.css'

export function TopBar({ me, onHelp }: { me: Me; onHelp: () => void }) {
  const text = useShellText()
  const { language } = useCallContext()
  return (
    <header className={styles.bar}>
      <span className={styles.brand}>{me.brand[language]}</span>
      <span className={styles.time}>{text.hongKong(formatInstant(useNow(), language))}</span>
      <IconButton className={styles.help} size={36} label={text.help} icon={<HelpIcon size={18} />} onClick={onHelp} />
      <PopoverButton
        className={styles.account}
        face={
          <>
            <PersonIcon size={18} />
            <span className={styles.name}>{me.operator.name}</span>
            <span className={styles.roles}>{me.roles.map((role) => text.roles[role]).join(' · ')}</span>
            <ChevronDownIcon size={16} />
            <span className="visually-hidden">{text.account.menu}</span>
          </>
        }
      >
        <AccountMenu me={me} onHelp={onHelp} />
      </PopoverButton>
    </header>
  )
}

function AccountMenu({ me, onHelp }: { me: Me; onHelp: () => void }) {
  const text = useShellText()
  const { language } = useCallContext()
  const signOut = useSignOut()
  return (
    <div className={styles.menu}>
      <p className={styles.who}>
        <strong>{me.operator.name}</strong>
        <span>{me.operator.email}</span>
        <span>{text.account.ends(text.hongKong(formatInstant(me.expiresAt, language)))}</span>
      </p>
      <p className={styles.label}>{text.account.language}</p>
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.entry}
          lang={htmlLang(each)}
          aria-current={each === language ? 'true' : undefined}
          onClick={() => changeLanguage(each)}
        >
          {text.account.languages[each]}
          {each === language ? <CheckIcon size={16} /> : null}
        </button>
      ))}
      <hr className={styles.rule} />
      <button
        type="button"
        className={styles.entry}
        onClick={({ currentTarget }) => {
          hidePopoverOf(currentTarget)
          onHelp()
        }}
      >
        <KeyboardIcon size={16} />
        {text.account.keys}
      </button>
      <button type="button" className={styles.entry} onClick={() => void signOut()}>
        <LogoutIcon size={16} />
        {text.account.signOut}
      </button>
    </div>
  )
}

/** The page forgets what it showed, also when the call that ends the session is lost: the cookie then lapses by itself. */
function useSignOut(): () => Promise<void> {
  const client = useAdminClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await client.call(end, {})
    session.reset()
    queries.clear()
    navigate(PATHS.signIn)
  }
}

function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
