import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { type RecipientForm, recipientForm, recipientOf } from './recipient.rules.ts'

const form = (change: Partial<RecipientForm>): RecipientForm => ({
  to: 'mobile',
  areaCode: '852',
  mobileno: '6123 4567',
  email: '',
  giverName: '大文',
  message: '',
  ...change,
})

const wrong = (change: Partial<RecipientForm>) => {
  const parsed = z.safeParse(recipientForm, form(change))
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path[0], message])
}

test.each<[Partial<RecipientForm>, unknown[]]>([
  [{}, []],
  [{ mobileno: '6123' }, [['mobileno', 'MOBILE']]],
  [{ to: 'email', email: 'ka@example.com', mobileno: '' }, []],
  [{ to: 'email', email: 'ka@' }, [['email', 'EMAIL']]],
  [{ giverName: 'www.example.com' }, [['giverName', 'GIVER_NAME']]],
  [{ to: 'self', giverName: '', mobileno: '', message: 'x'.repeat(300) }, []],
  [{ message: '祝'.repeat(200) }, []],
  [{ message: '祝'.repeat(201) }, [['message', 'GIFT_MESSAGE']]],
  [{ message: '到 www.example.com 看看' }, [['message', 'GIFT_MESSAGE']]],
])('%o is wrong in %o', (change, fields) => {
  expect(wrong(change)).toEqual(fields)
})

test.each<[Partial<RecipientForm>, object]>([
  [{ message: ' 聖誕快樂 ' }, { recipient: '+85261234567', giverName: '大文', message: '聖誕快樂' }],
  [
    { areaCode: '853', mobileno: '66123456' },
    { recipient: '+85366123456', giverName: '大文' },
  ],
  [
    { to: 'email', email: ' ka@example.com ' },
    { recipient: 'ka@example.com', giverName: '大文' },
  ],
  [{ to: 'self', message: '自己' }, {}],
])('%o is sent as %o', (change, sent) => {
  expect(recipientOf(form(change))).toEqual(sent)
})
