import type { UserProfile } from '#contract/accounts.ts'
import type { Language } from '#contract/languages.ts'
import type { AccountText } from '#text/zh_HK/account-web.ts'
import { fullNumber } from '#web/viewer/account/balances.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Facts, Panel } from '#web/ui/panel.tsx'
import styles from './details-card.module.css'

/** The member's own details. */
export function DetailsCard({ profile }: { profile: UserProfile }) {
  const { facts } = useText('account')
  const { language } = useCallContext()
  return (
    <Panel
      title={facts.title}
      aside={
        <a className={styles.edit} href={paths.setupUserConsultation()}>
          {facts.edit}
        </a>
      }
    >
      <Facts
        list={[
          { label: facts.name, value: profile.name },
          { label: facts.account, value: fullNumber(profile.areaCode, profile.mobileno) },
          { label: facts.email, value: <Email profile={profile} /> },
          { label: facts.birthday, value: profile.birthday },
          { label: facts.gender, value: facts.genders[profile.gender] },
          { label: facts.genres, value: genresOf(profile, facts, language) },
          { label: facts.parental, value: profile.parentalStatus === 'on' ? facts.parentalOn : facts.parentalOff },
        ]}
      />
    </Panel>
  )
}

/** The e-mail address and whether it is verified. */
function Email({ profile: { email, emailValid } }: { profile: UserProfile }) {
  const { facts } = useText('account')
  return (
    <span className={classNames(styles.email, !emailValid && styles.unverified)}>
      <span>{email}</span>
      <span className={styles.state}>{emailValid ? facts.verified : facts.unverified}</span>
    </span>
  )
}

function genresOf({ genres }: UserProfile, facts: AccountText['facts'], language: Language): string {
  if (genres.length === 0) return facts.noGenres
  return genres.map((genre) => facts.genreNames[genre]).join(language === 'zh_HK' ? '、' : ', ')
}
