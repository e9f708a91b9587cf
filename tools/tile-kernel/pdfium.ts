// The functions of PDFium that read the objects of a page. Objects and results are addresses.
export declare function FPDFPage_CountObjects(page: i32): i32;
export declare function FPDFPage_GetObject(page: i32, index: i32): i32;
export declare function FPDFFormObj_CountObjects(form: i32): i32;
export declare function FPDFFormObj_GetObject(form: i32, index: i32): i32;
export declare function FPDFPageObj_GetType(object: i32): i32;
export declare function FPDFPageObj_GetMatrix(object: i32, matrix: i32): i32;
export declare function FPDFPageObj_GetFillColor(object: i32, red: i32, green: i32, blue: i32, alpha: i32): i32;
export declare function FPDFPageObj_GetStrokeColor(object: i32, red: i32, green: i32, blue: i32, alpha: i32): i32;
export declare function FPDFPath_GetDrawMode(path: i32, fill: i32, stroke: i32): i32;
export declare function FPDFPath_CountSegments(path: i32): i32;
export declare function FPDFPath_GetPathSegment(path: i32, index: i32): i32;
export declare function FPDFPathSegment_GetPoint(segment: i32, x: i32, y: i32): i32;
export declare function FPDFPathSegment_GetType(segment: i32): i32;
export declare function FPDFPathSegment_GetClose(segment: i32): i32;
export declare function FPDFImageObj_GetImagePixelSize(picture: i32, width: i32, height: i32): i32;
