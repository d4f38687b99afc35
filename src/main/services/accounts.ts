import type { AccountView } from '#contract/accounts/account.ts'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import type { Account } from '#app/accounts/accounts.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { confirmAddresses } from './confirm/new-address.ts'
import type { WindowHandlersOf } from './services-deps.ts'
import { knownChainOf } from '#app/accounts/chain-of.ts'

export const accountHandlers = (context: ConfirmingContext): WindowHandlersOf<'accounts'> => {
  const {
    app: { accounts, gateways },
    log,
  } = context
  return {
    'accounts.list': () => accounts.list().map(accountView),
    'accounts.add': async ({ apiKey, testsFirst, ...settings }) => {
      const purpose = 'It will receive your API key and see your activity in its collections.'
      await confirmAddresses(context, [settings.baseUrl], purpose)
      // Users paste keys with spaces around them.
      const added = await useAndWipe(Secret.ofText(apiKey.trim()), (secret) =>
        accounts.add({ ...settings, apiKey: secret }, testsFirst),
      )
      log({
        level: 'info',
        kind: 'account',
        message: `The account ${added.name} was added.`,
        details: { accountId: added.id, baseUrl: added.baseUrl, network: added.network },
      })
      return accountView(added)
    },
    'accounts.remove': async ({ accountId }) => {
      const removed = await accounts.remove(accountId)
      log({
        level: 'warning',
        kind: 'account',
        message: `The account ${removed.name} and its API key were removed from this machine.`,
        details: { accountId: removed.id },
      })
      return null
    },
    'accounts.testAddress': async ({ accountId }) => {
      const { chain } = accounts.get(accountId)
      const { testWallet } = chain === 'devnet' ? await gateways.get(chain) : {}
      if (testWallet === undefined)
        throw new ColdpressError('conflict', 'Only the devnet has a test wallet.')
      return { address: await testWallet() }
    },
    'accounts.test': async ({ accountId }) => {
      const { name } = accounts.get(accountId)
      try {
        const { account, network, milliseconds } = await accounts.test(accountId)
        return { account, chain: knownChainOf(accounts.get(accountId), network), milliseconds }
      } catch (error) {
        log({
          level: 'warning',
          kind: 'account',
          message: `The test of the account ${name} failed: ${messageOf(error)}`,
          details: { accountId },
        })
        throw error
      }
    },
  }
}

const accountView = (account: Account): AccountView => ({
  ...account,
  chain: knownChainOf(account, account.network),
})
