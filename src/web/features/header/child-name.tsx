import { useSession } from '#web/viewer/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import styles from './child-name.module.css'

/** Whose kids mode it is; nothing for a visitor, who has no profile. */
export function ChildName() {
  const { profile } = useSession()
  if (!profile) return null
  return (
    <p className={styles.child}>
      <Avatar src={profile.avatar} name={profile.name} size={40} />
      <span className={styles.name}>{profile.name}</span>
    </p>
  )
}
