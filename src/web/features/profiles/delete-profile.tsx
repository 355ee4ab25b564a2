import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deleteProfile, type Profile } from '#contract/profiles.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { deletionObstacle } from './profile-form.rules.ts'
import styles from './profile-form.module.css'

/** Deletes the profile, or shows why it cannot be deleted. */
export function DeleteProfile({ profile }: { profile: Profile }) {
  const { edit } = useText('profiles')
  const [isAsking, setAsking] = useState(false)
  const obstacle = deletionObstacle(profile)
  if (obstacle) return <p className={styles.bar}>{obstacle === 'first' ? edit.notDeletable : edit.inUse}</p>
  return (
    <>
      <Button look="text" size="l" className={styles.delete} onClick={() => setAsking(true)}>
        {edit.delete}
      </Button>
      {isAsking ? <DeleteDialog profile={profile} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

/** Confirms the deletion. */
function DeleteDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { edit, close, busy } = useText('profiles')
  const navigate = useNavigate()
  const { submit, pending, refusal } = useSubmit(deleteProfile, {
    toast: edit.deleted(profile.name),
    invalidates: 'all',
    onSuccess: () => navigate(PATHS.profiles, { replace: true }),
  })
  return (
    <Dialog title={edit.deleteTitle(profile.name)} closeLabel={close} onClose={onClose}>
      <p className={styles.lost}>{edit.deleteText}</p>
      <FormError>{refusal?.message}</FormError>
      <DialogActions
        main={{
          label: edit.deleteGo,
          onClick: () => void submit({ profileId: profile.profileId }),
          busy: pending,
          busyText: busy,
          danger: true,
        }}
        cancel={{ label: edit.cancel, onClick: onClose }}
      />
    </Dialog>
  )
}
