// Queries and mutations for the companies and contacts of the organisation.
import {
  changeCompany,
  changeContact,
  createCompany,
  createContact,
  listCompanies,
  listContacts,
  mergeCompany,
} from '@plumbline/core/features/organisations/companies-contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { useInvalidatePeople } from '../../people/users/use-users.ts';

type CompaniesQuery = CallOf<typeof listCompanies>['query'];
type ContactsQuery = CallOf<typeof listContacts>['query'];
const PAGE = 100;

const next = ({ number, totalPages }: { number: number; totalPages: number }) =>
  number + 1 < totalPages ? number + 1 : undefined;

export const useCompanies = (query: CompaniesQuery) =>
  useInfiniteQuery({
    queryKey: ['organisation', 'companies', query],
    queryFn: ({ pageParam, signal }) =>
      call(listCompanies, { query: { ...query, page: pageParam, size: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: next,
    placeholderData: keepPreviousData,
  });

export const useContacts = (query: ContactsQuery) =>
  useInfiniteQuery({
    queryKey: ['organisation', 'contacts', query],
    queryFn: ({ pageParam, signal }) =>
      call(listContacts, { query: { ...query, page: pageParam, size: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: next,
    placeholderData: keepPreviousData,
  });

export function useSaveCompany() {
  const reread = useInvalidatePeople();
  return useMutation({
    mutationFn: ({ companyId, ...body }: CallOf<typeof changeCompany>['body'] & { companyId: string }) =>
      call(changeCompany, { params: { companyId }, body }),
    onSettled: reread,
  });
}

export function useCreateCompany() {
  const reread = useInvalidatePeople();
  return useMutation({
    mutationFn: (body: CallOf<typeof createCompany>['body']) => call(createCompany, { body }),
    onSettled: reread,
  });
}

export function useMergeCompany() {
  const reread = useInvalidatePeople();
  return useMutation({
    mutationFn: ({ companyId, into }: { companyId: string; into: string }) =>
      call(mergeCompany, { params: { companyId }, body: { into } }),
    onSettled: reread,
  });
}

export function useSaveContact() {
  const reread = useInvalidatePeople();
  return useMutation({
    mutationFn: ({ contactId, ...body }: CallOf<typeof changeContact>['body'] & { contactId: string }) =>
      call(changeContact, { params: { contactId }, body }),
    onSettled: reread,
  });
}

export function useCreateContact() {
  const reread = useInvalidatePeople();
  return useMutation({
    mutationFn: (body: CallOf<typeof createContact>['body']) => call(createContact, { body }),
    onSettled: reread,
  });
}
