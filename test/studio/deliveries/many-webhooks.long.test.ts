import { it } from 'vitest'
import { expectNobodyHeldUp } from './hold-nobody-up.ts'

it('10 of 50 webhooks that hang keep nothing from the other 40: each gets all 1,000 events, once, in the order of each sale', () =>
  expectNobodyHeldUp({ webhooks: 50, hanging: 10, sales: 250 }))
