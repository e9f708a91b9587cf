// The part of s3rver that the tests use; the package ships no types.
declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    readonly store: {
      putObject(object: { bucket: string; key: string }): Promise<{ size: number; md5: string }>;
      putPart(bucket: string, uploadId: string, part: number, content: unknown): Promise<{ size: number; md5: string }>;
      getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
