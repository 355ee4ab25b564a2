import type { UserProfile } from '#contract/accounts.ts'
import { fullNumber } from '#web/viewer/account/balances.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import styles from './overview-head.module.css'
import { useText } from '#web/kit/text.ts'

/** The chosen profile, the account's number and a link to the profiles. */
export function OverviewHead({ profile: account }: { profile: UserProfile | undefined }) {
  const { head } = useText('account')
  const { profile, mobileno, areaCode } = useSession()
  const number = account ?? (mobileno && areaCode ? { mobileno, areaCode } : undefined)
  return (
    <div className={styles.head}>
      <span className={styles.avatar}>
        {profile ? <ResponsiveImage src={profile.avatar} alt="" sizes="72px" to={320} priority="eager" /> : null}
      </span>
      <div className={styles.text}>
        <h1 className={styles.name}>{profile?.name ?? account?.name}</h1>
        {number ? <p className={styles.number}>{head.account(fullNumber(number.areaCode, number.mobileno))}</p> : null}
      </div>
      <Button look="outline" icon={<PeopleIcon />} href={paths.profiles()} className={styles.switch}>
        {head.switchProfile}
      </Button>
    </div>
  )
}
