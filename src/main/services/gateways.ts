import { addressesIn, providerOf } from '#shared/providers.ts'
import { Secret, useAndWipe } from '#core/secret/secret.ts'
import type { GatewayConfig, NewGatewayConfig } from '#core/gateway/gateway-configs.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { confirmAddresses } from './confirm/new-address.ts'
import type { EventsService } from './events/events-service.ts'
import type { HandlersOf } from './services-deps.ts'

export const gatewayHandlers = (
  context: ConfirmingContext & Pick<EventsService, 'startStudios'>,
): HandlersOf<'gateways'> => {
  const {
    core: { gateways },
    log,
    startStudios,
  } = context
  return {
    'gateways.list': () => [...gateways.list()],
    'gateways.providers': () => [...gateways.providers()],
    'gateways.set': async ({ network, kind, name, settings, secret }) => {
      const purpose = `It gets the key that was entered, says what is on ${network}, and sends your transactions there.`
      const addresses = addressesIn(providerOf(gateways.providers(), kind), settings)
      await confirmAddresses(context, addresses, purpose)
      const wanted: NewGatewayConfig = {
        network,
        kind,
        settings,
        ...(name.trim() === '' ? {} : { name: name.trim() }),
      }
      const config: GatewayConfig =
        secret === null
          ? await gateways.set(wanted)
          : await useAndWipe(Secret.ofText(secret.trim()), (key) =>
              gateways.set({ ...wanted, secret: key }),
            )
      log({
        level: 'info',
        kind: 'connection',
        message: `${config.name} serves ${network} from now on.`,
        details: { network, baseUrl: config.baseUrl },
      })
      startStudios()
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
        message: `The gateway ${name} of ${network} and its secret were removed from this machine.`,
      })
      return null
    },
  }
}
