import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './avatar-grid.module.css'
import { useText } from '#web/kit/text.ts'

export interface AvatarIcon {
  avatarId: string
  name: string
  imageURL: string
  kids: boolean
}

export interface AvatarGridProps {
  icons: readonly AvatarIcon[]
  /** Lists those for children first. */
  kidsFirst: boolean
  value: string
  onChange: (avatarId: string) => void
}

/** The avatars in two groups, as one radio group. */
export function AvatarGrid({ icons, kidsFirst, value, onChange }: AvatarGridProps) {
  const { edit } = useText('profiles')
  const titles = { adults: edit.adults, children: edit.children }
  const shown = kidsFirst ? (['children', 'adults'] as const) : (['adults', 'children'] as const)
  return (
    <fieldset className={styles.avatars}>
      <legend className={styles.legend}>{edit.avatar}</legend>
      {shown.map((group) => (
        <div key={group}>
          <p className={styles.group}>{titles[group]}</p>
          <div className={styles.grid}>
            {icons
              .filter((icon) => icon.kids === (group === 'children'))
              .map(({ avatarId, name, imageURL }) => (
                <label key={avatarId} className={styles.choice} title={name}>
                  <input
                    type="radio"
                    className={classNames('visually-hidden', styles.input)}
                    name="avatar"
                    checked={avatarId === value}
                    onChange={() => onChange(avatarId)}
                  />
                  <Avatar src={imageURL} name={name} className={styles.picture} />
                  <span className="visually-hidden">{name}</span>
                </label>
              ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}
