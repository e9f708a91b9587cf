// Push notifications in the settings: the user's devices and the state of this one.
import {
  getPush,
  type PushSettings,
  putPush,
  tryPushDevice,
} from '@plumbline/core/features/notifications/push-contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { storeReply } from '../../shared/data/queries.ts';
import { disablePush, enablePush, pushState, unsubscribeRemoved } from './push.ts';

const PUSH = ['push'] as const;
const THIS_DEVICE_KEY = [...PUSH, 'here'] as const;

export const usePush = () => useQuery({ queryKey: PUSH, queryFn: ({ signal }) => call(getPush, {}, { signal }) });

export function useSavePush() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ kinds, projects }: PushSettings) =>
      call(putPush, { body: { kinds, muted: projects.filter((project) => !project.on).map((project) => project.id) } }),
    onSuccess: (saved) => storeReply(cache, PUSH, saved),
  });
}

/** This device, and the actions on any device. */
export function usePushDevices(userId: string, publicKey: string) {
  const cache = useQueryClient();
  const again = () => void cache.invalidateQueries({ queryKey: PUSH });
  return {
    here: useQuery({ queryKey: THIS_DEVICE_KEY, queryFn: () => pushState(userId) }).data,
    turnOn: useMutation({ mutationFn: () => enablePush(userId, publicKey), onSettled: again }),
    turnOff: useMutation({ mutationFn: (id: string) => disablePush(userId, id), onSettled: again }),
    tryOut: useMutation({
      mutationFn: async (id: string) => {
        const { outcome } = await call(tryPushDevice, { params: { deviceId: id } });
        if (outcome === 'gone') await unsubscribeRemoved(userId, id);
        return outcome;
      },
      onSettled: again,
    }),
  };
}
