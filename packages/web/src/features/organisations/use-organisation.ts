// Queries and mutations for the organisation's licence, usage and policies.
import { changeSignInPolicy, readSignInPolicy } from '@plumbline/core/features/account/sign-in-policy-contract';
import {
  changeLicence,
  organisationStorage,
  organisationUse,
  readLicence,
} from '@plumbline/core/features/organisations/organisation-contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { storeReply } from '../../shared/data/queries.ts';

const LICENCE = ['organisation', 'licence'] as const;
const POLICY = ['signInPolicy'] as const;

export const useLicence = () =>
  useQuery({ queryKey: LICENCE, queryFn: ({ signal }) => call(readLicence, {}, { signal }) });

export function useChangeLicence() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: CallOf<typeof changeLicence>['body']) => call(changeLicence, { body }),
    onSuccess: (now) => {
      storeReply(cache, LICENCE, now);
      void cache.invalidateQueries({ queryKey: ['organisation'] });
      void cache.invalidateQueries({ queryKey: ['me'] });
    },
  });
}

export const useUse = () =>
  useQuery({ queryKey: ['organisation', 'use'], queryFn: ({ signal }) => call(organisationUse, {}, { signal }) });

export const useStorage = () =>
  useQuery({
    queryKey: ['organisation', 'storage'],
    queryFn: ({ signal }) => call(organisationStorage, {}, { signal }),
  });

export const usePolicy = () =>
  useQuery({ queryKey: POLICY, queryFn: ({ signal }) => call(readSignInPolicy, {}, { signal }) });

export function useChangePolicy() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: CallOf<typeof changeSignInPolicy>['body']) => call(changeSignInPolicy, { body }),
    onSuccess: (now) => {
      storeReply(cache, POLICY, now);
      void cache.invalidateQueries({ queryKey: ['account'] });
    },
  });
}
