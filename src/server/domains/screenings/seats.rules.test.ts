import { expect, test } from 'vitest'
import { mayJoin } from './seats.rules.ts'

const room = { restriction: 'IIB', seats: 3, taken: [1] } as const
const guest = { isMember: false, unlocked: false, name: '阿朗' }
const member = { isMember: true, unlocked: true }

test.each([
  ['a guest gets the lowest free seat', room, guest, { number: 2 }],
  ['a seat that was freed is given again', { ...room, taken: [1, 3] }, guest, { number: 2 }],
  ['a member needs no name', room, member, { number: 2 }],
  ['a guest needs one', room, { ...guest, name: undefined }, { refused: 'name' }],
  ['no seat is left', { ...room, taken: [1, 2, 3] }, guest, { refused: 'full' }],
  ['class III is for members', { ...room, restriction: 'III' as const }, guest, { refused: 'login' }],
  [
    'who gave the parental code',
    { ...room, restriction: 'III' as const },
    { ...member, unlocked: false },
    { refused: 'parental' },
  ],
  ['or need not', { ...room, restriction: 'III' as const }, member, { number: 2 }],
  [
    'that rule comes before a full room',
    { restriction: 'III' as const, seats: 1, taken: [1] },
    guest,
    { refused: 'login' },
  ],
] as const)('%s', (_, place, who, expected) => expect(mayJoin(place, who)).toEqual(expected))
