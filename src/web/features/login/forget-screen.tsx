import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { rememberLoginNumber } from '#web/viewer/account/login-prefill.ts'
import { forgetSentCode, readSentCode, rememberSentCode, type SentCode } from '#web/viewer/account/sent-sms-code.ts'
import { PASSWORD_CHANGED } from './login-notice.ts'
import { ResetForm } from './reset-form.tsx'
import { ResetNumberForm } from './reset-number-form.tsx'

/** SPEC 2, forgotten password in two steps, each a history entry: a code by SMS, then a new password. */
export function ForgetScreen() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const [sent, setSent] = useState(() => readSentCode('reset'))
  const [isArrival, setArrival] = useState(true)

  function keep(code: SentCode) {
    rememberSentCode('reset', code)
    setSent(code)
  }

  const first = routerPath(paths.forget())
  const isSecond = new URLSearchParams(search).get('step') === '2'

  if (isSecond && sent) {
    return (
      <ResetForm
        sent={sent}
        onResent={keep}
        onBack={() => {
          setArrival(false)
          void navigate(first)
        }}
        onDone={() => {
          forgetSentCode('reset')
          rememberLoginNumber({ mobileno: sent.mobileno, areaCode: sent.areaCode })
          void navigate(routerPath(paths.login()), { replace: true, state: PASSWORD_CHANGED })
        }}
      />
    )
  }
  return (
    <ResetNumberForm
      last={sent}
      focus={!isArrival}
      onSent={(code) => {
        keep(code)
        setArrival(false)
        void navigate(`${first}?step=2`, { replace: isSecond })
      }}
    />
  )
}
