import { Secret, useAndWipe } from '#core/secret/secret.ts'
import type { GatewayConfig, NewGatewayConfig } from '#core/gateway/gateway-configs.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { confirmAddresses } from './confirm/new-address.ts'
import type { HandlersOf } from './services-deps.ts'

export const gatewayHandlers = (context: ConfirmingContext): HandlersOf<'gateways'> => {
  const {
    core: { gateways },
    log,
  } = context
  return {
    'gateways.list': () => [...gateways.list()],
    'gateways.set': async ({ network, baseUrl, name, projectId }) => {
      const purpose = `It gets the project ID that was entered, says what is on ${network}, and sends your transactions there.`
      await confirmAddresses(context, [baseUrl], purpose)
      const wanted: NewGatewayConfig = {
        network,
        ...(baseUrl.trim() === '' ? {} : { baseUrl: baseUrl.trim() }),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
      }
      const config: GatewayConfig =
        projectId === null
          ? await gateways.set(wanted)
          : await useAndWipe(Secret.ofText(projectId.trim()), (secret) =>
              gateways.set({ ...wanted, projectId: secret }),
            )
      log({
        level: 'info',
        kind: 'connection',
        message: `${config.name} serves ${network} from now on.`,
        details: { network, baseUrl: config.baseUrl },
      })
      return config
    },
    'gateways.test': async ({ network }) => {
      const { name, tip, tipAgeSeconds, milliseconds } = await gateways.test(network)
      return { name, height: tip.height, slot: String(tip.slot), tipAgeSeconds, milliseconds }
    },
    'gateways.remove': async ({ network }) => {
      const { name } = await gateways.remove(network)
      log({
        level: 'warning',
        kind: 'connection',
        message: `The gateway ${name} of ${network} and its project id were removed from this machine.`,
      })
      return null
    },
  }
}
